import { isJson } from "../../contract/json.ts";
import { bodyText, type CallRequest, type CallResult, isMultipart, type OperationCall } from "./call.ts";
import { formLines, toJavaScript, writeSize } from "./client.ts";

export function writeFetch(
  { method, body, token, result }: OperationCall,
  { path, query, headers }: CallRequest,
): string[] {
  const form = body && isMultipart(body.type) ? formLines(body.value) : [];
  const content = body && isJson(body.type) ? `JSON.stringify(${toJavaScript(body.value)})` : "";
  const init = [
    ...(method === "GET" ? [] : [`method: ${toJavaScript(method)}`]),
    ...(headers.length > 0 ? [`headers: ${toJavaScript(Object.fromEntries(headers))}`] : []),
    ...(body ? [`body: ${form.length > 0 ? "form" : content || toJavaScript(bodyText(body))}`] : []),
    ...(result.kind === "location" ? ['redirect: "manual"'] : []),
  ];
  const fails = result.kind === "location" ? '!response.headers.has("location")' : "!response.ok";
  return [
    `const url = new URL(process.env["PHONE_AGENT_BASE_URL"] + ${toJavaScript(path)});`,
    ...(token ? ['url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");'] : []),
    ...query.map(([name, value]) => `url.searchParams.append(${toJavaScript(name)}, ${toJavaScript(value)});`),
    ...form,
    "",
    `const response = await ${writeFetchCall(init)};`,
    ...(token ? ["// Never put the URL into an error or a log: it contains the token."] : []),
    `if (${fails}) throw new Error(\`Unexpected status \${response.status}\`);`,
    ...resultLines(result),
  ];
}

function writeFetchCall(init: string[]): string {
  if (init.length === 0) return "fetch(url)";
  const line = `fetch(url, { ${init.join(", ")} })`;
  if (line.length <= 80 && !line.includes("\n")) return line;
  return `fetch(url, {\n${init.map((part) => `  ${part.replaceAll("\n", "\n  ")},\n`).join("")}})`;
}

function resultLines(result: CallResult): string[] {
  switch (result.kind) {
    case "nothing":
      return ['console.log("Done");'];
    case "location":
      return ['const location = new URL(response.headers.get("location") ?? "", url);', "console.log(location.host);"];
    case "object":
      return ["const result = await response.json();", writeSize(result)];
    default:
      return [
        "const bytes = await response.arrayBuffer();",
        "// Check what it is before you use it.",
        `console.log(\`\${bytes.byteLength} bytes\`);`,
      ];
  }
}
