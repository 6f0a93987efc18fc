import { mergedHeaders, withDefaults } from "./check.ts";
import { rejectAs } from "./errors.ts";
import type { PhoneAgentClientOptions, Settings } from "./options.ts";
import { isToken } from "./transport/token.ts";

const retryDefaults = { attempts: 3, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000 };
const reject = rejectAs("createPhoneAgentClient");

export function readOptions(options: PhoneAgentClientOptions): Settings {
  const defaults = {
    baseUrl: options?.baseUrl ?? environment("BASE_URL"),
    token: options?.token ?? environment("TOKEN"),
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    headers: undefined,
    timeoutMs: 30_000,
    deadlineMs: Infinity,
    retry: {},
    maxBodyBytes: 2 ** 24,
    junkInboxInputNames: {},
    allowInsecureHttp: undefined,
    validate: undefined,
    onRequest: undefined,
    onResponse: undefined,
    onRetry: undefined,
    onError: undefined,
  } satisfies Record<keyof PhoneAgentClientOptions, unknown>;
  const settings = withDefaults(options, defaults, reject);
  const { token, retry, headers } = settings;
  if (typeof token !== "function" && !isToken(token)) {
    reject("Missing or invalid API token: pass `token` or set PHONE_AGENT_TOKEN.");
  }
  return {
    ...settings,
    baseUrl: readBaseUrl(settings),
    headers: mergedHeaders(reject, headers),
    retry: withDefaults(retry || { attempts: 1 }, retryDefaults, reject),
  } as Settings;
}

function readBaseUrl({ baseUrl, allowInsecureHttp }: PhoneAgentClientOptions): string {
  if (!baseUrl) reject("Missing base URL: pass `baseUrl` or set PHONE_AGENT_BASE_URL.");
  const { href, origin, pathname, hostname } = URL.canParse(`${baseUrl}`)
    ? new URL(`${baseUrl}`)
    : ({} as Partial<URL>);
  const base = `${origin}${pathname}`;
  if (href !== base || !/^https?:/.test(base)) {
    reject("`baseUrl` must be an absolute HTTP URL without credentials, query or fragment.");
  }
  const local = /^(.+\.)?localhost$|^127[.\d]+$|^\[::1]$/.test(`${hostname}`);
  if (/^http:/.test(base) && !local && !(allowInsecureHttp ?? environment("ALLOW_INSECURE_HTTP") === "1")) {
    reject("`baseUrl` is plain HTTP and would expose the token. Use HTTPS or set `allowInsecureHttp: true`.");
  }
  if (/\/api\/v2\/*$/.test(base)) reject("`baseUrl` must not include /api/v2.");
  return base.replace(/\/+$/, "");
}

// Read only where an option is missing, for Deno asks before. Computed, so that no bundler writes the value into a page.
const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[`PHONE_AGENT_${name}`];
