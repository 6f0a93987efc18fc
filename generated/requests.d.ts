// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string; params: object }[] | null;
}

/** Of `{ path, query, header, cookie }`, by operation. */
export declare const inputs: Record<string, Validator>;
/** Of `{ body }`, by operation and media type: `createTask application/json`. */
export declare const bodies: Record<string, Validator>;
