import { isJson, type Json } from "../../contract/json.ts";
import { literal } from "./literal.ts";
import { type Body, bodyText, isForm, isMultipart, type Received, type Sent } from "./sent.ts";
import { fieldsOnTheWire } from "./wire.ts";

/** With the standard library alone. */
export function python(sent: Sent): string[] {
  const { method, path, query, headers, body, token, received } = sent;
  const all = Object.fromEntries([...headers, ...(body ? [["content-type", contentType(body.type)] as const] : [])]);
  const parameters = [...(token ? ['("token", os.environ["PHONE_AGENT_TOKEN"])'] : []), ...pairs(query)];
  const search = parameters.length > 0 ? "?{query}" : "";
  const options = [
    `f"{os.environ['PHONE_AGENT_BASE_URL']}${path}${search}"`,
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(Object.keys(all).length > 0 ? [`headers=${written(all)}`] : []),
    ...(body ? [`data=${bodyBytes(body)}`] : []),
  ];
  const [address = ""] = options;
  const request = options.length === 1 ? address : `\n${options.map((option) => `    ${option},\n`).join("")}`;
  return [
    ...imports(sent, parameters.length > 0),
    "",
    ...(parameters.length > 0 ? [`query = urllib.parse.urlencode(${list(parameters)})`] : []),
    `request = urllib.request.Request(${request})`,
    ...resultLines(received),
  ];
}

const written = (value: Json) => literal("python", value, "    ");
const pairs = (fields: [string, string][]) =>
  fields.map((field) => `(${field.map((text) => written(text)).join(", ")})`);
const list = (items: string[]) => `[${items.join(", ")}]`;

const imports = ({ body, received }: Sent, query: boolean): string[] => [
  ...((body && isJson(body.type)) || received.kind === "object" ? ["import json"] : []),
  "import os",
  ...(received.kind === "location" ? ["import urllib.error"] : []),
  ...(query || (body && isForm(body.type)) ? ["import urllib.parse"] : []),
  "import urllib.request",
];

const boundary = "example-boundary";
const contentType = (type: string) => (isMultipart(type) ? `${type}; boundary=${boundary}` : type);

function bodyBytes(body: Body): string {
  const { type, value } = body;
  const fields = fieldsOnTheWire("", value);
  if (isJson(type)) return `json.dumps(${written(value)}).encode()`;
  if (isForm(type)) return `urllib.parse.urlencode(${list(pairs(fields))}).encode()`;
  if (!isMultipart(type)) return `${written(bodyText(body))}.encode()`;
  const parts = fields.map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return `${written(`${parts.join("")}--${boundary}--\r\n`)}.encode()`;
}

function resultLines(received: Received): string[] {
  if (received.kind === "location") return redirectLines;
  const lines = {
    nothing: () => ['print("Done")'],
    text: () => ["text = response.read().decode()", 'print(f"{len(text)} characters")'],
    bytes: () => ["data = response.read()", 'print(f"{len(data)} bytes")'],
    unknown: () => ["data = response.read()", "# Check what it is before you use it.", "print(len(data))"],
    object: () => objectLines(received),
  }[received.kind]();
  return ["with urllib.request.urlopen(request) as response:", ...lines.map((line) => `    ${line}`)];
}

function objectLines(received: Received): string[] {
  const field = "field" in received ? received.field : undefined;
  if (!field) return ["print(list(json.load(response)))"];
  const value = `json.load(response)[${written(field.name)}]`;
  return [field.isList ? `print(len(${value}), ${written(field.name)})` : `print(list(${value}))`];
}

/** Keeps urllib from following a redirect. */
const redirectLines = [
  "",
  "class Stay(urllib.request.HTTPRedirectHandler):",
  "    def redirect_request(self, *_):",
  "        return None",
  "",
  "try:",
  "    urllib.request.build_opener(Stay).open(request)",
  "except urllib.error.HTTPError as redirect:",
  '    print(urllib.parse.urlsplit(redirect.headers["location"]).netloc)',
];
