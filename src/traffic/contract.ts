import type { Finding } from "../openapi/differences.ts";
import type { IndexedOperation } from "../openapi/operation-index.ts";
import type { Credential } from "../openapi/security.ts";

export interface KnownOperation {
  readonly path: string;
  readonly knowledge: IndexedOperation["knowledge"] | undefined;
  readonly dealsInTokens: boolean;
  /** Compares the body of a success with its schema. */
  readonly check?: ((value: unknown) => readonly Finding[]) | undefined;
}

/** A contract, as far as the reader of traffic needs it. */
export interface KnownContract {
  readonly operations: Readonly<Record<string, { readonly path: string }>>;
  readonly credentials: readonly Credential[];
  /** Returns whether a name may be printed. */
  isWritten(name: string): boolean;
  match(method: string, segments: readonly string[]): { readonly operation: KnownOperation } | undefined;
}
