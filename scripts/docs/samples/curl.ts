import { type Body, bodyText, type CallRequest, isMultipart, type OperationCall, toWireFields } from "./call.ts";

export function writeCurl({ method, body, token }: OperationCall, { path, query, headers }: CallRequest): string[] {
  // With a body, only `--url-query` adds to the query. It needs curl 7.87, which Ubuntu 22.04 doesn't have.
  const inQuery = body ? "--url-query" : "--data-urlencode";
  const fields = [...(token ? ["token@-"] : []), ...query.map(([name, value]) => quote(`${name}=${value}`))];
  const command = [
    "curl --silent --show-error --fail-with-body",
    ...(method === "GET" ? [] : [`--request ${method}`]),
    ...(body || fields.length === 0 ? [] : ["--get"]),
    // Without it, curl would replace braces and brackets in the path.
    ...(/[{[]/.test(path) ? ["--globoff"] : []),
    ...fields.map((field) => `${inQuery} ${field}`),
    ...headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body ? bodyOptions(body) : []),
    // Between double quotes, the shell would replace names and commands in the path.
    /["$`\\!]/.test(path) ? `"$base"${quote(path)}` : `"$base${path}"`,
  ];
  const base = `base="\${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"`;
  if (!token) return [base, command.join(" \\\n  ")];
  return [
    "# Pass the token on stdin to keep it out of `ps`.",
    base,
    `printf %s "\${PHONE_AGENT_TOKEN:-demo-token-not-secret}" |`,
    `  ${command.join(" \\\n    ")}`,
  ];
}

const bodyOptions = (body: Body): string[] =>
  isMultipart(body.type)
    ? toWireFields("", body.value).map(([name, text]) => `--form-string ${quote(`${name}=${text}`)}`)
    : [`--data-binary ${quote(bodyText(body, 2))}`];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
