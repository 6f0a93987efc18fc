// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

interface ValidatorError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

interface Validator {
  (response: unknown): boolean;
  errors?: ValidatorError[] | null;
}

export declare const responses: Record<string, Validator>;
export declare const webhooks: Record<string, Validator>;
