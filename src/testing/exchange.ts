import type { Attempt } from "./journal.ts";
import type { Preferences } from "./prefer.ts";
import type { DeclaredAnswer } from "./surface.ts";

/** A request, as it came. */
export interface Asked {
  readonly method: string;
  /** The path and the query, as they were sent. */
  readonly target: string;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request that belongs to an operation, and the answer that was chosen for it. */
export interface Question<Id extends string> {
  readonly asked: Asked;
  readonly id: Id;
  /** The values in the path, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly declared: DeclaredAnswer;
  readonly code: number | undefined;
  readonly example: string | undefined;
  readonly dynamic: boolean;
}

/** An answer of the contract. A body that is `undefined` is none at all. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What goes back, and how. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In milliseconds. */
  readonly delay: number;
  readonly fault: Preferences["fault"];
  readonly attempt: Attempt;
  /** To be called when it has gone out whole. */
  readonly delivered: () => void;
}
