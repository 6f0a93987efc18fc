import type { Finding } from "../openapi/differences.ts";
import type { OperationMatch } from "./verifiable-contract.ts";

export interface Origin {
  readonly source: "har" | "ndjson" | "journal" | "postman" | "live";
  /** The name of the file; empty for a live request. */
  readonly file: string;
  /**
   * The file, or the test run of a journal; rules compare its exchanges. Not to be printed: a run
   * has any name.
   */
  readonly session: string;
  /** The number of the exchange in the file, or among the live requests, from 1. */
  readonly number: number;
}

/**
 * A request and the response to it, without secrets: a name that contained one is `*`. Its values
 * are other people's data: nothing prints them.
 */
export interface Exchange extends Origin {
  /** The time of the request, as it was recorded: any text. */
  readonly at: string;
  readonly method: string;
  /** The operation of the contract that it calls; absent if the contract has none. */
  readonly match?: OperationMatch | undefined;
  /** The segments of the path below the base URL, decoded. */
  readonly segments: readonly string[];
  /** Whether the path ends with a slash, which isn't among the segments. */
  readonly hasTrailingSlash?: true | undefined;
  /** The query without the token. The value of a parameter with a secret's name is empty. */
  readonly query: URLSearchParams;
  readonly requestBody: Body;
  readonly status: number;
  readonly responseBody: Body;
}

export interface Body {
  /** The media type without its parameters, in lower case. */
  readonly mediaType: string | undefined;
  /**
   * A JSON value or the fields of a form, or why there is neither, such as `not recorded`. The
   * findings are its differences from its schema, found before secrets were masked.
   */
  readonly content:
    | { readonly missing: string }
    | { readonly value: unknown; readonly findings?: readonly Finding[] };
}

/** A recorded entry that can't be used as an exchange. The reason quotes nothing of it. */
export interface IgnoredEntry extends Origin {
  readonly reason: string;
}

/** The reason why an entry can't be used as an exchange. It quotes nothing of the entry. */
export class UnusableEntry extends Error {}

/**
 * Parses a query value of unknown type. Digits that a number wouldn't keep, such as a leading zero,
 * are a string.
 */
export function parseQueryValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

export const isIgnored = (item: Exchange | IgnoredEntry): item is IgnoredEntry => "reason" in item;
