import { isTokenOption, pathPrefix, toBaseUrl } from "#generated/service.ts";
import { isLoopbackName } from "../openapi/servers.ts";
import { type Limits, maxTimerMs } from "./deadline.ts";
import { attempt, definedEntries } from "./entries.ts";
import { configError, optionError } from "./errors.ts";
import { mergeHeaders } from "./headers.ts";
import type { CallOptions, PhoneAgentClientOptions, RequestInput } from "./options.ts";

const retryDefaults = { attempts: 3, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000 };
const defaults = { timeoutMs: 30_000, deadlineMs: Infinity, retry: {}, maxBodyBytes: 2 ** 24 };
const namesWithoutDefault = [
  "baseUrl",
  "token",
  "fetch",
  "headers",
  "allowInsecureHttp",
  "validate",
  "onRequest",
  "onResponse",
  "onRetry",
  "onError",
];

/** The options of a client with their defaults. */
export type Settings = ReturnType<typeof readSettings>;

/** Reads the options of a client. `extraNames` are the options that others don't have. */
export function readSettings(options: PhoneAgentClientOptions, ...extraNames: string[]) {
  const given = withDefaults(options, defaults, [...namesWithoutDefault, ...extraNames]);
  const { token = readEnvironment("TOKEN"), baseUrl = readEnvironment("BASE_URL"), retry } = given;
  if (!isTokenOption(token)) {
    throw configError("Missing or invalid token: pass `token` or set PHONE_AGENT_TOKEN.");
  }
  return {
    ...given,
    token,
    ...readBaseUrl(toBaseUrl(baseUrl), given.allowInsecureHttp),
    headers: mergeHeaders(given.headers),
    retry: withDefaults(retry === false ? { attempts: 1 } : retry, retryDefaults, [], "retry"),
    /** The time for the body of a failure, in milliseconds. */
    errorBodyMs: 1_000,
    /** The latest hundred that this client has read. */
    secrets: new Set<string>(),
  };
}

/** Reads the options of a call that begins, and those with the extra names. */
export function readCallOptions<Options extends RequestInput>(
  options: Options = {} as Options,
  { timeoutMs, deadlineMs }: Settings,
  ...extraNames: string[]
): Options & Limits & Pick<CallOptions, "headers"> {
  const now = performance.now();
  const values = withDefaults(options, { timeoutMs, deadlineMs }, [
    "signal",
    "headers",
    ...extraNames,
  ]);
  const { signal } = values as { signal?: Partial<AbortSignal> };
  if (signal && !signal.removeEventListener) throw optionError("signal", "must be an AbortSignal.");
  return { ...values, endsAt: now + values.deadlineMs };
}

/**
 * Fills in the defaults. Rejects unknown names, and numbers out of range.
 * @param parent The option that these are nested in.
 */
function withDefaults<Options extends object, Defaults extends object>(
  options: Options,
  defaults: Defaults,
  otherNames: readonly string[],
  parent = "",
): Options & Defaults {
  const values: Record<string, unknown> = { ...(defaults as object) };
  const names = [...Object.keys(defaults), ...otherNames];
  const subject = parent ? `\`${parent}\`` : "Options";
  for (const [name, value] of definedEntries(options, names, subject)) {
    if (typeof values[name] === "number") checkNumber(parent ? `${parent}.${name}` : name, value);
    values[name] = value;
  }
  return values as Options & Defaults;
}

/** Checks a number by the meaning of its name: milliseconds, or a count. */
export function checkNumber(name: string, value: unknown): void {
  const minimum = /Delay|After/.test(name) ? 0 : 1;
  const isTime = name.endsWith("Ms");
  const isNumber = isTime ? Number.isFinite(value) : Number.isInteger(value);
  if (isNumber && (value as number) >= minimum && (value as number) <= maxTimerMs) return;
  throw optionError(
    name,
    `must be ${isTime ? "a number" : "an integer"} from ${minimum} to ${maxTimerMs}.`,
  );
}

/**
 * Checks the base URL. Returns it without slashes at its end, and whether it is on this machine.
 * @param prefix What every path begins with.
 */
export function readBaseUrl(
  baseUrl: string | undefined,
  allowInsecureHttp: boolean | undefined,
  prefix: string = pathPrefix,
) {
  const url = attempt(() => new URL(baseUrl as string));
  const base = `${url?.origin}${url?.pathname}`;
  if (url?.href !== base || !/^https?:/.test(base)) {
    throw optionError(
      "baseUrl",
      "must be an HTTP URL without credentials, query or fragment.",
      "`baseUrl` or PHONE_AGENT_BASE_URL",
    );
  }
  const isLoopback = isLoopbackName(url.hostname);
  if (
    /^http:/.test(base) &&
    !isLoopback &&
    (allowInsecureHttp ?? readEnvironment("ALLOW_INSECURE_HTTP") === "1") !== true
  ) {
    throw optionError("allowInsecureHttp", "must be set for plain HTTP, which exposes the token.");
  }
  const address = base.replace(/\/+$/, "");
  if (prefix && address.endsWith(prefix)) {
    throw optionError("baseUrl", `must not end with ${prefix}: paths begin with it.`);
  }
  return { isLoopback, baseUrl: address };
}

/**
 * Call it only if an option is missing: Deno asks the user. As the name is computed, no bundler
 * inlines a secret.
 */
const readEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[
    `PHONE_AGENT_${name}`
  ];
