import { type Body, bodyText, isForm, isMultipart, type Sent } from "./sent.ts";
import { fieldsOnTheWire } from "./wire.ts";

export function curl({ method, path, query, headers, body, token }: Sent): string[] {
  const options = [
    ...(method === "GET" ? [] : [`--request ${method}`]),
    ...(token ? ["--url-query token@-"] : []),
    ...query.map(([name, value]) => `--url-query ${quoted(`${name}=${value}`)}`),
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body ? bodyOptions(body) : []),
  ];
  const command = ["curl --silent --show-error --fail-with-body", ...options, `"$base${path}"`];
  const base = `base="\${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"`;
  if (!token) return [base, command.join(" \\\n  ")];
  return [
    "# Pass the token on stdin to keep it out of `ps`.",
    base,
    `printf %s "\${PHONE_AGENT_TOKEN:-demo-token-not-secret}" |`,
    `  ${command.join(" \\\n    ")}`,
  ];
}

function bodyOptions(body: Body): string[] {
  const { type, value } = body;
  const fields = (option: string) =>
    fieldsOnTheWire("", value).map(([name, text]) => `${option} ${quoted(`${name}=${text}`)}`);
  if (isMultipart(type)) return fields("--form-string");
  if (isForm(type)) return fields("--data-urlencode");
  return [`--header ${quoted(`content-type: ${type}`)}`, `--data-binary ${quoted(bodyText(body, 2))}`];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
