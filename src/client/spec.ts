import type { Alternatives } from "../openapi/security.ts";
import type { WriteBody } from "./bodies.ts";
import type { Media } from "./media.ts";
import type { WriteInput } from "./query.ts";

/**
 * How the client calls an operation and reads its response. Fields at their defaults are absent.
 */
export interface OperationSpec {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, with a `{name}` for each value. */
  readonly path: string;
  /** The ids of the operations without path values that its own would call, by path. */
  readonly others?: Readonly<Record<string, string>>;
  /**
   * Whether the operation may be sent again after a failure. The contract's judgment, not derived
   * from the method.
   */
  readonly repeatable: boolean;
  /** The address of the operation, if it has its own. */
  readonly server?: string;
  /** The security of the operation, if it isn't that of the others. */
  readonly security?: Alternatives<string>;
  /** Writes its body, the argument after the path values. Absent if it takes none. */
  readonly body?: WriteBody;
  /** Its query and header inputs, the argument after the body. */
  readonly inputs?: readonly string[];
  /** The types of the path values and inputs that are numbers or booleans. */
  readonly types?: Readonly<Record<string, "integer" | "number" | "boolean">>;
  /** The wire names of inputs that have another name as arguments. */
  readonly names?: Readonly<Record<string, string | undefined>>;
  /** How its inputs are written, other than as plain values in the query. */
  readonly writers?: Readonly<Record<string, WriteInput>>;
  /** The bodies that a success can have. Absent if none is documented. */
  readonly success?: SuccessSpec;
  /** How the pages of its list follow each other. */
  readonly pages?: PagesSpec;
}

interface SuccessSpec {
  /** Any JSON, a JSON object, or an envelope: an object with `success: true`. */
  readonly json?: "any" | "object" | "envelope";
  /** Other media types, or a redirect. */
  readonly media?: Media;
  /** Whether the body can be empty. */
  readonly empty?: true;
}

/** The response's fields, and the inputs that select a page. */
export interface PagesSpec {
  readonly items: string;
  readonly page?: string;
  readonly total?: string;
  readonly next?: string;
  readonly input?: string;
  readonly paginate?: string | undefined;
  readonly pageSize?: string;
  /** The number of the first page. Default 0. */
  readonly first?: number;
}

/** The success of an operation whose body the contract doesn't know: any JSON, or nothing. */
export const unknownSuccess: SuccessSpec = { json: "any", empty: true };

/** Creates the spec of an operation that the contract doesn't know. */
export const adHocSpec = (method: string, path: string, repeatable = false): OperationSpec => ({
  method,
  path,
  repeatable,
  success: unknownSuccess,
});
