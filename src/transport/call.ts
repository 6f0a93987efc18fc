import { mergedHeaders, withDefaults } from "../check.ts";
import { type CallRecord, type Failure, PhoneAgentError, type Reject } from "../errors.ts";
import type { CallOptions, HookEvents, Settings } from "../options.ts";
import { fillPath, operationAt, type Route, serializeQuery } from "./address.ts";
import { serializeBody } from "./body.ts";

/** One call, from its arguments to its value. */
export interface Call {
  readonly route: Route;
  readonly settings: Settings;
  readonly options: CallOptions & { readonly timeoutMs: number; readonly deadlineMs: number };
  /** What its hooks and its error tell. It fills up on the way. */
  readonly record: { -readonly [Field in keyof CallRecord]: CallRecord[Field] } & { readonly delaysMs: number[] };
  readonly startedAt: number;
  readonly reject: Reject;
}

/** The values of a call. */
interface Input {
  path?: object;
  query?: object | undefined;
  header?: object | undefined;
  body?: unknown;
}

/**
 * Calls an operation. What is wrong with its input is a failure of the call, so it is read within; so is what `accept`
 * finds in its value.
 */
export type Invoke = (
  id: string | undefined,
  route: Route,
  input: (reject: Reject) => Input,
  options?: CallOptions,
  accept?: Accept,
) => Promise<unknown>;

export type Accept = (value: unknown, call: Call) => void;

/** @param id The operation id. Without one, the call is known by its method and path. */
export function beginCall(id: string | undefined, route: Route, given: CallOptions, settings: Settings): Call {
  // A query could hold the token.
  const path = route.path.replace(/[?#].*/s, "");
  const operation = id ?? `${route.method} ${path}`;
  const { timeoutMs, deadlineMs } = settings;
  const call: Call = {
    route,
    settings,
    record: { operation, method: route.method, path, attempts: 0, delaysMs: [] },
    startedAt: performance.now(),
    reject: (message) => fail(call, { kind: "configuration", message }),
    options: { timeoutMs, deadlineMs },
  };
  const defaults = { signal: undefined, timeoutMs, deadlineMs, headers: undefined };
  const options = withDefaults<CallOptions>(given, defaults, call.reject);
  if (options.signal && !options.signal.addEventListener) call.reject("`signal` must be an AbortSignal.");
  return Object.assign(call, { options });
}

/** What openapi-fetch builds the request with. */
export function seamsOf(call: Call, content: unknown, ...headers: (object | undefined)[]) {
  const { record, route, reject, settings } = call;
  const { body, type } = serializeBody(content, reject, route.body);
  return {
    body,
    headers: mergedHeaders(reject, settings.headers, type && { "content-type": type }, ...headers),
    bodySerializer: (serialized: BodyInit) => serialized,
    pathSerializer(_url: string, values: Record<string, unknown>): string {
      record.path = fillPath(route.path, values, reject);
      const other = record.path !== route.path && operationAt(route.method, record.path);
      return other ? reject(`With these path values it would call ${other}.`) : settings.baseUrl + record.path;
    },
    querySerializer(values: object): string {
      const query = serializeQuery(values, reject, route.styles);
      return /(^|&)token=/.test(query) ? reject("Pass `token` to createPhoneAgentClient, not in a query.") : query;
    },
  };
}

/** Tells a hook. What it throws, now or later, changes nothing. */
export function notify<Hook extends keyof HookEvents>({ record, settings }: Call, hook: Hook, event: HookEvents[Hook]) {
  const { operation, method, path, attempts: attempt } = record;
  const listener = settings[hook] as ((event: object) => unknown) | undefined;
  if (listener) (async () => listener({ operation, method, path, attempt, ...event }))().catch(() => {});
}

// Without a connection nothing was sent.
const unconnected = /REFUSED|NOTFOUND|EAI_|CONNECT_T|CERT|VERIFY|SSL|TLS/;

/** Ends a call with an error, which says so where nobody can tell whether the request took effect. */
export function fail(call: Call, failure: Failure & { message: string }): never {
  const { record, route, startedAt } = call;
  const { kind, status = 0, code = "" } = failure;
  const rejected = kind === "unsuccessful" || (kind === "http" && status < 500) || unconnected.test(code);
  const unsure = record.attempts > 0 && !rejected && !route.repeatable;
  const message = failure.message + (unsure ? " It may have taken effect: check before you retry." : "");
  const error = PhoneAgentError.create({ ...record, ...failure, message });
  notify(call, "onError", { error, durationMs: performance.now() - startedAt });
  throw error;
}
