import { isMultipart } from "../../../src/openapi/media-type.ts";
import { type Body, bodyText, type CallRequest, type OperationCall, toWireFields } from "./call.ts";
import { demoToken, type HeaderPart } from "./credentials.ts";

export function writeCurl({ method, body, server }: OperationCall, request: CallRequest): string[] {
  const { path, query, headers, secretQuery, secretHeaders } = request;
  // A token that everyone knows is for the mock alone.
  const readVariable = (variable: string, demoValue = demoToken) =>
    server ? `"\${${variable}:?}"` : `"\${${variable}:-${demoValue}}"`;
  // Curl reads one thing from its input, the headers or else a parameter: others than these would see it in `ps`.
  const [inputParameter, ...otherParameters] = secretHeaders.length > 0 ? [undefined, ...secretQuery] : secretQuery;
  // Without a body, a GET needs no `--url-query`, which is new in curl 7.87: Ubuntu 22.04 doesn't have it.
  const isPlainGet = method === "GET" && !body;
  const fields = [
    ...(inputParameter ? [`${inputParameter.name}@-`] : []),
    ...otherParameters.flatMap((parameter) =>
      parameter ? `${parameter.name}@<(printf %s ${readVariable(parameter.variable)})` : [],
    ),
    ...query.map(([name, value]) => quote(`${name}=${value}`)),
  ];
  const command = [
    "curl --silent --show-error --fail-with-body",
    ...(method === "GET" ? [] : [`--request ${method}`]),
    ...(isPlainGet && fields.length > 0 ? ["--get"] : []),
    // Without it, curl would replace braces and brackets in the path.
    ...(/[{[]/.test(path) ? ["--globoff"] : []),
    ...(secretHeaders.length > 0 ? ["--header @-"] : []),
    ...fields.map((field) => `${isPlainGet ? "--data-urlencode" : "--url-query"} ${field}`),
    ...headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body ? bodyOptions(body) : []),
    // Between double quotes, the shell would replace names and commands in the path.
    /["$`\\!]/.test(path) ? `"$base"${quote(path)}` : `"$base${path}"`,
  ];
  const base = `base="\${PHONE_AGENT_BASE_URL:-${server ?? "http://127.0.0.1:4010"}}"`;
  if (!inputParameter && secretHeaders.length === 0) return [base, command.join(" \\\n  ")];
  return [
    base,
    inputParameter ? `printf %s ${readVariable(inputParameter.variable)} |` : writeHeaders(secretHeaders, readVariable),
    `  ${command.join(" \\\n    ")}`,
  ];
}

function writeHeaders(
  headers: CallRequest["secretHeaders"],
  readVariable: (variable: string, demo?: string) => string,
) {
  const parts = headers.flatMap(([, headerParts]) => headerParts);
  const format = (part: HeaderPart) => (typeof part === "string" ? part.replaceAll(/[%\\]/g, "$&$&") : "%s");
  const lines = headers.map(([name, headerParts]) => `${name}: ${headerParts.map(format).join("")}\\n`);
  const values = parts.flatMap((part) => {
    if (typeof part === "string") return [];
    if (!part.isBase64) return [readVariable(part.variable)];
    return [`"$(printf %s ${readVariable(part.variable, `demo:${demoToken}`)} | base64 | tr -d '\\n')"`];
  });
  return `printf ${quote(lines.join(""))} ${values.join(" ")} |`;
}

const bodyOptions = (body: Body): string[] =>
  isMultipart(body.type)
    ? toWireFields("", body.value).map(([name, text]) => `--form-string ${quote(`${name}=${text}`)}`)
    : [`--data-binary ${quote(bodyText(body, 2))}`];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
