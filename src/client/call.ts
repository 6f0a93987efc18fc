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
  /** Its name in events and errors. Default: its method and path. */
  operation: string | undefined;
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

export function createCall(
  settings: Settings,
  spec: OperationSpec,
  operation?: string,
  check: Call["check"] = (value) => value,
): Call {
  const begun = { settings, spec, operation, check, attempts: 0, delaysMs: [], isSent: false };
  return begun as Omit<Call, "limits" | "request"> as Call;
}

/** Returns what events and errors call it. The path is without the query, which could contain the token. */
export function namesOf({ spec, request, operation }: Call) {
  const { method } = spec;
  const path = (request ?? spec).path.replace(/[?#].*/s, "");
  return { operation: operation ?? `${method} ${path}`, method, path };
}

/** Notifies a hook. If it throws or rejects, nothing changes. */
export function notify<Hook extends keyof HookEvents>(
  call: Call,
  hook: Hook,
  event: HookEvents[Hook],
): void {
  const listener = call.settings[hook] as ((event: object) => unknown) | undefined;
  if (!listener) return;
  (async () => listener({ ...namesOf(call), attempt: call.attempts, ...event }))().catch(() => {});
}
