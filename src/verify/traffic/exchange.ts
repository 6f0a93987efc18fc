import type { Finding } from "../../judgement.ts";

/** Where an exchange comes from. */
export interface Origin {
  readonly source: "har" | "ndjson" | "journal" | "postman" | "live";
  /** The name of the file; empty for a live request. */
  readonly file: string;
  /** What belongs together: the file, or the test run of a journal. Never to be printed: a run can have any name. */
  readonly session: string;
  /** Its place in the file, or among the live requests, from 1. */
  readonly number: number;
}

/** A request and the response to it, without secrets. Its values are other people's data: nothing prints them. */
export interface Exchange extends Origin {
  /** When the request was sent, as recorded; in ISO 8601. */
  readonly at: string | undefined;
  readonly method: string;
  /** The segments of the path below the base URL, decoded. */
  readonly segments: readonly string[];
  /** Without the token. The values of parameters that are named like a secret are masked. */
  readonly query: URLSearchParams;
  /** The names of the request's headers, in lower case, without those that carry a secret. */
  readonly requestHeaders: readonly string[];
  readonly requestBody: Body;
  readonly status: number;
  readonly responseBody: Body;
}

export interface Body {
  /** The media type without its parameters, in lower case. */
  readonly mediaType: string | undefined;
  /** What was read of it: a JSON value, or the fields of a form. */
  readonly content: Content | { readonly missing: Missing };
}

export interface Content {
  readonly value: unknown;
  readonly masked: boolean;
  /** Where the value differs from its schema. Found before its secrets were masked, which can change that. */
  readonly findings?: readonly Finding[];
}

/** Why a body has no value. */
export type Missing =
  | "no content"
  | "not recorded"
  | "cut off"
  | "longer than 16 MiB"
  | "not JSON"
  | "nested too deeply"
  | "dropped: the operation may deal in tokens";

/** An exchange that cannot be used. The reason is a text of ours and quotes nothing. */
export interface Ignored extends Origin {
  readonly reason: string;
  /** Whether the file ends within the entry. What it had after that is lost. */
  readonly breaksOff?: boolean;
}

export const isIgnored = (item: Exchange | Ignored): item is Ignored => "reason" in item;
