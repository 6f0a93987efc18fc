import { toBodyText } from "../core/media.ts";
import { rejectExample } from "../core/preferences.ts";
import { reject } from "../core/rejection.ts";
import { describeUnknown } from "../core/text.ts";
import { isObject } from "../openapi/json.ts";
import { sentHeadersOf, type Webhook } from "../openapi/operation.ts";
import { isLoopbackName } from "../openapi/servers.ts";

// In milliseconds.
const patience = 5_000;

/**
 * Sends an example of a webhook, or the tester's own body as JSON, to this machine or a host that
 * was allowed by name. Returns what was sent, and the status of the response.
 * @param name With a body, also one that the contract doesn't declare.
 * @param input `{ url, example? }` or `{ url, body }`
 */
export async function sendWebhook(
  webhooks: ReadonlyMap<string, Webhook>,
  name: string,
  input: unknown,
  allowedHosts: readonly string[],
) {
  const { url, example: requestedExample, body, ...unknownFields } = isObject(input) ? input : {};
  const takesExample = body === undefined ? /^(string|undefined)$/ : /^undefined$/;
  const isValid = typeof url === "string" && takesExample.test(typeof requestedExample);
  if (!isValid || Object.keys(unknownFields).length > 0) {
    return reject(
      400,
      'The body must be JSON: { "url": "http://127.0.0.1:3000/hook" }, with "example" or "body" and nothing else.',
    );
  }
  const webhook: Pick<Webhook, "method" | "headers" | "body"> | undefined =
    webhooks.get(name) ?? (body === undefined ? undefined : { method: "POST", headers: [] });
  if (!webhook) {
    const problem = describeUnknown("webhook", name, webhooks.keys());
    return reject(404, `${problem} To send a body of your own, add "body".`);
  }
  const target = parseAllowedUrl(url, allowedHosts);
  if (!target) {
    const advice = "Allow another name with --allow-host.";
    return reject(
      400,
      `url must be an http: address of this machine: 127.0.0.1, [::1] or localhost. ${advice}`,
    );
  }
  const { method, body: { contents } = { contents: [] } } = webhook;
  const headers = sentHeadersOf(webhook);
  const choices = contents.flatMap(({ mediaType: contentType, examples = [] }) =>
    [...examples].map(([example, { value: body }]) => ({ example, contentType, headers, body })),
  );
  const own = { contentType: "application/json", headers, body };
  const choice =
    body !== undefined
      ? own
      : choices.find(({ example }) => example === (requestedExample ?? example));
  const exampleNames = choices.map(({ example }) => example);
  if (!choice) return rejectExample(404, String(requestedExample ?? ""), exampleNames);
  const { contentType } = choice;
  const sentHeaders = {
    "user-agent": "phone-agent-api mock",
    ...headers,
    "content-type": contentType,
  };
  const sentBody = toBodyText(choice.body, contentType);
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(target, {
      method,
      headers: sentHeaders,
      body: sentBody,
      redirect: "manual",
      signal,
    });
    // It may never end.
    await response.body?.cancel();
    return { webhook: name, ...choice, method, status: response.status };
  } catch {
    if (signal.aborted)
      return reject(504, `The receiver didn't respond within ${patience / 1_000} seconds.`);
    return reject(502, "The receiver can't be reached, or doesn't speak HTTP.");
  }
}

/**
 * Parses an `http:` URL of this machine, or of an allowed host. `localhost` becomes 127.0.0.1, so
 * no name server decides. A server of a name below it couldn't read its name in `Host`.
 */
function parseAllowedUrl(text: string, allowedHosts: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" || url.username !== "" || url.password !== "") return undefined;
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  const isOwn = isLoopbackName(url.hostname) && !url.hostname.endsWith(".localhost");
  return isOwn || allowedHosts.includes(url.hostname) ? url : undefined;
}
