import type { Limits } from "./deadline.ts";
import type { Head } from "./errors.ts";
import type { HookEvents } from "./options.ts";
import type { PreparedRequest } from "./request.ts";
import type { Settings } from "./settings.ts";
import type { OperationSpec } from "./spec.ts";

/** One call, from its arguments to its response: all of its state, which its steps fill in. */
export interface Call {
  readonly settings: Settings;
  spec: OperationSpec;
  names: Names;
  /** Set as the call is prepared. */
  limits: Limits;
  /** Set as the call is prepared, without the token. */
  request: PreparedRequest;
  /** Returns the value of the call, or throws its failure. */
  readonly check: (value: unknown) => unknown;
  attempts: number;
  readonly delaysMs: number[];
  /** Whether the request of the latest attempt may have left. */
  isSent: boolean;
  /** The response to it, as far as it has arrived. */
  head?: Head | undefined;
  /**
   * The body, cut after `maxBodyBytes`. Absent for a stream, and if the body of a failure broke
   * off.
   */
  bytes?: Uint8Array<ArrayBuffer> | undefined;
  /** The body if it is for the caller to read. */
  stream?: ReadableStream<Uint8Array> | undefined;
}

/** What events of hooks and errors call it. */
interface Names {
  readonly operation: string;
  readonly method: string;
  /** Without the query, which could contain the token. */
  readonly path: string;
}

/** @param operation Its name; the method and path if there is none. */
export function createCall(
  settings: Settings,
  spec: OperationSpec,
  operation?: string,
  check: Call["check"] = (value) => value,
): Call {
  const { method, path: target } = spec;
  const path = target.replace(/[?#].*/s, "");
  const names = { operation: operation ?? `${method} ${path}`, method, path };
  const begun = { settings, spec, names, check, attempts: 0, delaysMs: [], isSent: false };
  return begun as Omit<Call, "limits" | "request"> as Call;
}

/** Notifies a hook. If it throws or rejects, nothing changes. */
export function notify<Hook extends keyof HookEvents>(
  { settings, names, attempts }: Call,
  hook: Hook,
  event: HookEvents[Hook],
): void {
  const listener = settings[hook] as ((event: object) => unknown) | undefined;
  if (listener) (async () => listener({ ...names, attempt: attempts, ...event }))().catch(() => {});
}
