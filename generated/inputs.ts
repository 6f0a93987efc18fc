// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

/** The inputs of `listJunkInbox`. */
export interface ListJunkInboxInputs {
  /**
   * Four optional inputs, known by purpose, type and order, but not by name. Send each under the name that your
   * service uses: every property becomes a separate query parameter. `inputs` itself is never sent.
   */
  inputs?: {
  [key: string]: boolean | number;
};
}
