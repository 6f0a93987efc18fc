/**
 * Readers' phrases, and this reference's phrases for the same thing. Both are lists with commas between the phrases.
 */
const pairs: [readerPhrases: string, referencePhrases: string][] = [
  ["pagination, paginate, paging, paged, offset, cursor, next page, load more, limit", "pageNumber, pageSize, page"],
  ["auth, authenticate, authorization, authorisation, credential, login, sign in", "authentication, token"],
  ["api key, apikey, bearer, secret, access key, oauth, jwt, password", "token"],
  ["401, unauthorized, unauthorised, 403, forbidden, permission, scope", "401, without a token, token permissions"],
  ["4xx, 5xx, status code, error code, problem, exception, failure", "errors, status codes, error codes"],
  ["retry, retries, backoff, resend, idempotent, idempotency", "retry, retries, repeatable"],
  ["rate limit, rate limiting, throttle, throttling, quota, 429, too many requests", "rate limits, 429, Retry-After"],
  ["webhook signature, signature, signed, hmac, verify webhook, webhook secret", "signing of deliveries"],
  ["webhook event, webhook payload, event, callback", "kinds of events, payload of deliveries, webhook"],
  ["sandbox, staging, fake, stub, offline, without the service, test mode", "mock, test server"],
  ["testing, unit test, integration test, vitest, jest, ci", "test"],
  ["install, setup, set up, quickstart, quick start, getting started, npm, sdk, library", "get started, client"],
  ["base url, host, server, endpoint, address, domain, production", "base URL, address"],
  ["endpoint, route, method, api", "operation, path"],
  ["timeout, time out, slow, hang, deadline", "timeoutMs, deadlineMs, timeout"],
  ["cancel, abort", "signal, aborted"],
  ["log, logging, monitor, tracing, telemetry", "onError, hooks, logs, OpenTelemetry"],
  ["call, dial, phone call, outbound call, make a call", "queue outbound call"],
  ["sms, text message, send message", "SMS text message"],
  ["spam, blocked", "junk inbox"],
  ["null, nullable, optional, required, missing field", "presence and nullability"],
  ["enum, allowed values, possible values, types of", "allowed values, supported"],
  ["expire, expiry, expiration, ttl", "lifetime and expiry"],
  ["swagger, spec, specification, schema, yaml, postman, insomnia, generator, codegen", "download OpenAPI, contract"],
  ["version, versioning, breaking change, deprecation", "version negotiation, deprecation policy, versions"],
  ["release notes, changes, what changed, what's new, history, news", "changelog"],
  ["bug, issue, report, report an error, mistake, wrong, contact", "report an error, contribute a fact"],
  ["github, git, gitlab, repo, source, source code", "repository"],
  ["python, go, java, ruby, php, rust, kotlin, c#, curl", "other languages, samples"],
  ["mcp, ai, llm, claude, cursor", "AI agents"],
  ["agent readable, markdown", "machines, language models"],
  ["who made this, official, support, author, maintainer", "unofficial, maintainers"],
  ["proxy, corporate", "proxies"],
  ["typescript, javascript, node, deno, bun, browser", "client, TypeScript"],
];

/** The phrases that readers use, the longest first. */
export const readerPhrases: readonly string[] = pairs
  .flatMap(([phrases]) => phrases.split(", "))
  .sort((first, second) => second.length - first.length);

/** Returns this reference's phrases for a reader's phrase, which is in lower case. */
export const referencePhrasesOf = (phrase: string): string[] =>
  pairs.flatMap(([readers, reference]) => (readers.split(", ").includes(phrase) ? reference.split(", ") : []));

/** Words that a search ignores. */
export const fillers: ReadonlySet<string> = new Set(
  "a about an and are at be by can do does for from where happen happens how i if in is it may me my of on or the their there this to use using what when which who why with you your".split(
    " ",
  ),
);
