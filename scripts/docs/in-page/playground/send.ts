import { bodyText, isForm, isMultipart } from "../../samples/call.ts";
import { fieldsOnTheWire } from "../../samples/wire.ts";
import type { PlaygroundRequest } from "./request.ts";

/** The only token that the playground sends. */
const demoToken = "demo-token-not-secret";

export interface PlaygroundResponse {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/** Returns the path and query of a request, with the demo token. */
function addressOf({ path, query, token }: PlaygroundRequest): string {
  const search = new URLSearchParams([...(token ? [["token", demoToken]] : []), ...query] as [string, string][]);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Sends a request to the test server in the page. */
export async function send(request: PlaygroundRequest): Promise<PlaygroundResponse> {
  const { method, headers, body } = request;
  // A form's content type carries its boundary, which the browser sets.
  const type = body && !isMultipart(body.type) ? [["content-type", body.type]] : [];
  const response = await testServerFetch(addressOf(request), {
    method,
    headers: Object.fromEntries([...headers, ...type]),
    ...(body && { body: contentOf(body) }),
    redirect: "manual",
  });
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

function contentOf(body: NonNullable<PlaygroundRequest["body"]>): BodyInit {
  if (!isMultipart(body.type) && !isForm(body.type)) return bodyText(body);
  const form = isMultipart(body.type) ? new FormData() : new URLSearchParams();
  for (const [name, text] of fieldsOnTheWire("", body.value)) form.append(name, text);
  return form;
}
