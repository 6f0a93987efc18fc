import { isJson } from "../../contract/json.ts";
import { type Body, bodyText, isForm, isMultipart, type SampleCall, type SampleResult } from "./call.ts";
import { toPython } from "./literal.ts";
import { toWireFields } from "./wire.ts";

/** Writes a program that uses only the standard library. */
export function writePython(call: SampleCall): string[] {
  const { method, path, query, headers, body, token, result } = call;
  const allHeaders = Object.fromEntries([
    ...headers,
    ...(body ? [["content-type", contentType(body.type)] as const] : []),
  ]);
  const parameters = [...(token ? ['("token", os.environ["PHONE_AGENT_TOKEN"])'] : []), ...toPairs(query)];
  const search = parameters.length > 0 ? "?{query}" : "";
  const options = [
    `f"{os.environ['PHONE_AGENT_BASE_URL']}${path}${search}"`,
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(Object.keys(allHeaders).length > 0 ? [`headers=${toPython(allHeaders)}`] : []),
    ...(body ? [`data=${bodyBytes(body)}`] : []),
  ];
  const [address = ""] = options;
  const request = options.length === 1 ? address : `\n${options.map((option) => `    ${option},\n`).join("")}`;
  return [
    ...importLines(call, parameters.length > 0),
    "",
    ...(parameters.length > 0 ? [`query = urllib.parse.urlencode(${toList(parameters)})`] : []),
    `request = urllib.request.Request(${request})`,
    ...resultLines(result),
  ];
}

const toPairs = (fields: [string, string][]) =>
  fields.map((field) => `(${field.map((text) => toPython(text)).join(", ")})`);
const toList = (items: string[]) => `[${items.join(", ")}]`;

const importLines = ({ body, result }: SampleCall, query: boolean): string[] => [
  ...((body && isJson(body.type)) || result.kind === "object" ? ["import json"] : []),
  "import os",
  ...(result.kind === "location" ? ["import urllib.error"] : []),
  ...(query || (body && isForm(body.type)) ? ["import urllib.parse"] : []),
  "import urllib.request",
];

const boundary = "example-boundary";
const contentType = (type: string) => (isMultipart(type) ? `${type}; boundary=${boundary}` : type);

function bodyBytes(body: Body): string {
  const { type, value } = body;
  const fields = toWireFields("", value);
  if (isJson(type)) return `json.dumps(${toPython(value)}).encode()`;
  if (isForm(type)) return `urllib.parse.urlencode(${toList(toPairs(fields))}).encode()`;
  if (!isMultipart(type)) return `${toPython(bodyText(body))}.encode()`;
  const parts = fields.map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return `${toPython(`${parts.join("")}--${boundary}--\r\n`)}.encode()`;
}

function resultLines(result: SampleResult): string[] {
  if (result.kind === "location") return redirectLines;
  const lines = {
    nothing: ['print("Done")'],
    object: [`print(${objectSize(result)})`],
    other: ["data = response.read()", "# Check what it is before you use it.", 'print(f"{len(data)} bytes")'],
  }[result.kind === "nothing" || result.kind === "object" ? result.kind : "other"];
  return ["with urllib.request.urlopen(request) as response:", ...lines.map((line) => `    ${line}`)];
}

/** Writes what to print of an object: the length of its main list, the keys of its main object, or its own keys. */
function objectSize(result: SampleResult): string {
  const field = "field" in result ? result.field : undefined;
  if (!field) return "list(json.load(response))";
  const value = `json.load(response)[${toPython(field.name)}]`;
  return field.isList ? `len(${value}), ${toPython(field.name)}` : `list(${value})`;
}

/** Lines that send the request, keep urllib from following a redirect, and print the host of its target. */
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
