import { isJson, isMultipart } from "../../../src/openapi/media-type.ts";
import { bodyText, type CallRequest, type CallResult, type OperationCall } from "./call.ts";
import { formLines, toJavaScript, writeSize } from "./client.ts";
import type { HeaderPart } from "./credentials.ts";

export function writeFetch(
  { method, body, server, result }: OperationCall,
  { path, query, headers, secretQuery, secretHeaders }: CallRequest,
): string[] {
  const form = body && isMultipart(body.type) ? formLines(body.value) : [];
  const content = body && isJson(body.type) ? `JSON.stringify(${toJavaScript(body.value)})` : "";
  const init = [
    ...(method === "GET" ? [] : [`method: ${toJavaScript(method)}`]),
    ...(headers.length + secretHeaders.length > 0 ? [`headers: ${writeHeaders(headers, secretHeaders)}`] : []),
    ...(body ? [`body: ${form.length > 0 ? "form" : content || toJavaScript(bodyText(body))}`] : []),
    ...(result.kind === "location" ? ['redirect: "manual"'] : []),
  ];
  const fails = result.kind === "location" ? '!response.headers.has("location")' : "!response.ok";
  return [
    `const url = new URL(${server ? `(process.env["PHONE_AGENT_BASE_URL"] ?? ${toJavaScript(server)})` : 'process.env["PHONE_AGENT_BASE_URL"]'} + ${toJavaScript(path)});`,
    ...secretQuery.map(
      ({ name, variable }) => `url.searchParams.set(${toJavaScript(name)}, process.env["${variable}"] ?? "");`,
    ),
    ...query.map(([name, value]) => `url.searchParams.append(${toJavaScript(name)}, ${toJavaScript(value)});`),
    ...form,
    "",
    `const response = await ${writeFetchCall(init)};`,
    ...(secretQuery.length > 0 ? ["// Never put the URL into an error or a log: it contains the token."] : []),
    `if (${fails}) throw new Error(\`Unexpected status \${response.status}\`);`,
    ...resultLines(result),
  ];
}

/** Writes the headers, in which the environment's variables are parts of template literals. */
function writeHeaders(headers: CallRequest["headers"], secretHeaders: CallRequest["secretHeaders"]): string {
  const writePart = (part: HeaderPart) => {
    if (typeof part === "string") return part.replaceAll(/[`\\]|\$(?=\{)/g, "\\$&");
    const value = `process.env["${part.variable}"]`;
    return part.isBase64 ? `\${btoa(${value} ?? "")}` : `\${${value}}`;
  };
  const entries = [
    ...headers.map(([name, value]) => [name, toJavaScript(value)]),
    ...secretHeaders.map(([name, parts]) => [name, `\`${parts.map(writePart).join("")}\``]),
  ];
  const names = entries.map(([name = "", value]) => `${/^\w+$/.test(name) ? name : toJavaScript(name)}: ${value}`);
  return `{ ${names.join(", ")} }`;
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
    case "list":
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
