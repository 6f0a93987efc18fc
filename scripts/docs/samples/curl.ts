import { isMultipart } from "../../../src/openapi/media-type.ts";
import {
  type Body,
  type CallRequest,
  demoValueOf,
  formFieldsOf,
  type OperationCall,
  type Secret,
  textOf,
} from "./call.ts";

export function writeCurl(
  { method, body, server, result }: OperationCall,
  request: CallRequest,
): string[] {
  const { target, headers, secretQuery, secretHeaders } = request;
  const read = (secret: Secret) =>
    `"\${${secret.variable}:${server.isMock ? `-${demoValueOf(secret)}` : "?"}}"`;
  // Curl reads one thing from its input, the headers or else a parameter: others than these would
  // see it in `ps`.
  const inputParameter = secretHeaders.length > 0 ? undefined : secretQuery[0];
  // Without a body, a GET needs no `--url-query`, which is new in curl 7.87: Ubuntu 22.04 doesn't
  // have it.
  const isPlainGet = method === "GET" && !body;
  const fields = [
    ...(inputParameter ? [`${inputParameter.name}@-`] : []),
    ...secretQuery
      .filter((parameter) => parameter !== inputParameter)
      .map((parameter) => `${parameter.name}@<(printf %s ${read(parameter)})`),
  ];
  // Between double quotes, the shell would replace names and commands.
  const address = /["$`\\!]/.test(target) ? `"$base"${quote(target)}` : `"$base${target}"`;
  const command = [
    "curl --silent --show-error --fail-with-body",
    ...(method === "GET" ? [] : [`--request ${method}`]),
    ...(isPlainGet && fields.length > 0 ? ["--get"] : []),
    // Without it, curl would replace braces and brackets.
    ...(/[{[]/.test(target) ? ["--globoff"] : []),
    ...(secretHeaders.length > 0 ? ["--header @-"] : []),
    ...fields.map((field) => `${isPlainGet ? "--data-urlencode" : "--url-query"} ${field}`),
    ...headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body ? bodyOptions(body, request) : []),
    result === "nothing" ? `${address} && echo Done` : address,
  ];
  const base = `base="\${PHONE_AGENT_BASE_URL:-${server.url}}"`;
  if (!inputParameter && secretHeaders.length === 0) return [base, command.join(" \\\n  ")];
  return [
    base,
    inputParameter ? `printf %s ${read(inputParameter)} |` : writeHeaders(secretHeaders, read),
    `  ${command.join(" \\\n    ")}`,
  ];
}

function writeHeaders(headers: Secret[], read: (secret: Secret) => string): string {
  const lines = headers.map(
    ({ name, prefix }) => `${name}: ${prefix.replaceAll(/[%\\]/g, "$&$&")}%s\\n`,
  );
  const values = headers.map((secret) =>
    secret.isBase64 ? `"$(printf %s ${read(secret)} | base64 | tr -d '\\n')"` : read(secret),
  );
  return `printf ${quote(lines.join(""))} ${values.join(" ")} |`;
}

const bodyOptions = (body: Body, request: CallRequest): string[] =>
  isMultipart(body.type)
    ? formFieldsOf(body.value).map(([name, text]) => `--form-string ${quote(`${name}=${text}`)}`)
    : [`--data-binary ${quote(textOf(body, request))}`];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
