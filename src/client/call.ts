import type { OperationRow } from "../../generated/operations.ts";
import { type CallRecord, createMisuse, Failed, invalidArgument, PhoneAgentError } from "./errors.ts";
import type { CallOptions, HookEvents, RequestInput } from "./options.ts";
import type { Received } from "./send.ts";
import { type Settings, withDefaults } from "./settings.ts";

/** Creates the row of an operation that the contract doesn't know. Its success is any JSON or nothing. */
export const undocumentedRow = (method: string, path: string, repeatable = false): OperationRow => {
  return { method, path, repeatable, success: { json: "any", empty: true } };
};

/** A call on its way from its arguments to its value. Each step adds to it. */
export interface Call {
  readonly settings: Settings;
  readonly startedAt: number;
  /** The row of its operation in the contract, or one like it. */
  row: OperationRow;
  options: CallOptions & Settings["callOptions"];
  /** The latest response, if there is one. */
  response?: Received;
  /** Data for hooks and errors. */
  readonly record: { -readonly [Field in keyof CallRecord]: CallRecord[Field] } & { readonly delaysMs: number[] };
}

/** Runs a call, and throws its failure as a `PhoneAgentError` that names the operation, or else the method and path. */
export async function runCall<Value>(
  settings: Settings,
  operation: string | undefined,
  row: OperationRow,
  run: (call: Call) => Value | Promise<Value>,
): Promise<Value> {
  const { method } = row;
  // A query could contain the token.
  const path = row.path.replace(/[?#].*/s, "");
  const record = { operation: operation ?? `${method} ${path}`, method, path, attempts: 0, delaysMs: [] };
  const call: Call = { settings, startedAt: performance.now(), row, options: settings.callOptions, record };
  try {
    return await run(call);
  } catch (error) {
    throw failCall(call, error);
  }
}

/** Reads the options of a call, and adds them to it. Returns them, and those with the extra names. */
export function readCallOptions(call: Call, options?: RequestInput, ...extraNames: string[]): RequestInput {
  if (options === undefined) return {};
  const values = withDefaults(options, call.settings.callOptions, ["signal", "headers", ...extraNames]);
  const { signal } = values as { signal?: Partial<AbortSignal> };
  if (signal && !signal.removeEventListener) throw createMisuse("`signal` must be an AbortSignal.");
  call.options = values;
  return values;
}

/** Notifies a hook. If the hook throws or rejects, nothing changes. */
export function notify<Hook extends keyof HookEvents>({ record, settings }: Call, hook: Hook, event: HookEvents[Hook]) {
  const { operation, method, path, attempts: attempt } = record;
  const listener = settings[hook] as ((event: object) => unknown) | undefined;
  if (listener) (async () => listener({ operation, method, path, attempt, ...event }))().catch(() => {});
}

/** Codes of failures before anything was sent. An `ERR_SSL_` alert, of a certificate too, can follow a request. */
const unsent = /^(?!ERR_SSL_).*(REFUSED|NOTFOUND|EAI_|CONNECT_T|CERT|VERIFY)/;

/** Creates the error of a call, and notifies `onError`. The message warns if the request may have taken effect. */
export function failCall(call: Call, reason: unknown): PhoneAgentError {
  const { record, row, startedAt } = call;
  // The errors of others could quote the token.
  const unforeseen = record.attempts > 0 ? createMisuse("`fetch` must return a new web Response.") : invalidArgument;
  const { failure } = reason instanceof Failed ? reason : unforeseen;
  const { kind, message, status = 0, code = "" } = failure;
  const isRejected = kind === "unsuccessful" || (kind === "http" && status < 500) || unsent.test(code);
  const isUnsure = record.attempts > 0 && !isRejected && !row.repeatable;
  const warning = isUnsure ? " It may have taken effect: check before you retry." : "";
  const error = PhoneAgentError.create({ ...record, ...failure, message: message + warning });
  notify(call, "onError", { error, durationMs: performance.now() - startedAt });
  return error;
}
