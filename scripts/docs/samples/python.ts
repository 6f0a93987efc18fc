import { isJson, isMultipart } from "../../../src/openapi/media-type.ts";
import type { Json } from "../../contract/document.ts";
import {
  type Body,
  type CallRequest,
  demoValueOf,
  formFieldsOf,
  type OperationCall,
  type ResultKind,
  type Secret,
  textOf,
} from "./call.ts";

export function writePython(
  { method, body, server, result }: OperationCall,
  request: CallRequest,
): string[] {
  const { target, headers, secretQuery, secretHeaders } = request;
  const multipartHeaders =
    body && isMultipart(body.type) ? [["content-type", `${body.type}; boundary=${boundary}`]] : [];
  const writeSecret = (secret: Secret) => {
    const { variable, prefix, isBase64 } = secret;
    const value = server.isMock
      ? `os.environ.get("${variable}", "${demoValueOf(secret)}")`
      : `os.environ["${variable}"]`;
    const text = isBase64 ? `base64.b64encode(${value}.encode()).decode()` : value;
    return prefix ? `${toPython(prefix)} + ${text}` : text;
  };
  const headerLines = [
    ...[...headers, ...multipartHeaders].map(
      ([name = "", value = ""]) => `${toPython(name)}: ${toPython(value)}`,
    ),
    ...secretHeaders.map((secret) => `${toPython(secret.name)}: ${writeSecret(secret)}`),
  ];
  const parameters = secretQuery.map(
    (secret) => `(${toPython(secret.name)}, ${writeSecret(secret)})`,
  );
  const hasQuery = parameters.length > 0;
  const base = `os.environ.get("PHONE_AGENT_BASE_URL", ${toPython(server.url)})`;
  const options = [
    `${base} + ${toPython(hasQuery ? `${target}${target.includes("?") ? "&" : "?"}` : target)}${hasQuery ? " + query" : ""}`,
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headerLines.length > 0
      ? [`headers={\n${headerLines.map((line) => `    ${line},\n`).join("")}}`]
      : []),
    ...(body ? [`data=${writeContent(body, request)}.encode()`] : []),
  ];
  const lines = [
    ...(hasQuery ? [`query = urllib.parse.urlencode([${parameters.join(", ")}])`] : []),
    `request = urllib.request.Request(${options.length === 1 ? options[0] : writeArguments(options)})`,
    ...resultLines(result),
  ];
  const isRedirect = result === "location";
  const modules = [
    [...secretQuery, ...secretHeaders].some(({ isBase64 }) => isBase64) && "base64",
    ((body && isJson(body.type)) || readsJson(result)) && "json",
    "os",
    isRedirect && "urllib.error",
    (hasQuery || isRedirect) && "urllib.parse",
    "urllib.request",
  ];
  return [...modules.flatMap((name) => (name ? `import ${name}` : [])), "", ...lines];
}

const writeArguments = (values: string[]) =>
  `\n${values.map((value) => `    ${value.replaceAll("\n", "\n    ")},\n`).join("")}`;

const boundary = "example-boundary";

function writeContent(body: Body, request: CallRequest): string {
  if (isJson(body.type)) return `json.dumps(${toPython(body.value)})`;
  if (!isMultipart(body.type)) return toPython(textOf(body, request));
  const parts = formFieldsOf(body.value).map(
    ([name, text]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return toPython(`${parts.join("")}--${boundary}--\r\n`);
}

const readsJson = (result: ResultKind) => result === "list" || result === "object";

function resultLines(result: ResultKind): string[] {
  if (result === "location") return redirectLines;
  return [
    "with urllib.request.urlopen(request) as response:",
    ...bodyLines(result).map((line) => `    ${line}`),
  ];
}

function bodyLines(result: ResultKind): string[] {
  if (result === "nothing") return ['print("Done")'];
  if (result === "list") return ["print(len(json.load(response)))"];
  if (result === "object") return ["print(list(json.load(response)))"];
  return [
    "data = response.read()",
    "# Check what it is before you use it.",
    'print(f"{len(data)} bytes")',
  ];
}

/**
 * Lines that send the request, keep urllib from following a redirect, and print the host of its
 * target.
 */
const redirectLines = [
  "",
  "stay = urllib.request.HTTPRedirectHandler()",
  "stay.redirect_request = lambda *_: None",
  "try:",
  "    urllib.request.build_opener(stay).open(request)",
  "except urllib.error.HTTPError as redirect:",
  '    print(urllib.parse.urlsplit(redirect.headers["location"]).netloc)',
];

/** Writes a value in Python, whose literals differ from JSON in three words. */
const toPython = (value: Json): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:\\.|[^"\\])*"|true|false|null/g,
    (token) => ({ true: "True", false: "False", null: "None" })[token] ?? token,
  );
