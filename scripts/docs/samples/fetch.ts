import { isJson, type Json } from "../../contract/json.ts";
import { type Body, isForm, isMultipart, type SampleCall, type SampleResult } from "./call.ts";
import { formLines, objectLines } from "./client.ts";
import { toJavaScript } from "./literal.ts";
import { toWireFields } from "./wire.ts";

export function writeFetch({ method, path, query, headers, body, token, result }: SampleCall): string[] {
  const allHeaders: Record<string, Json> = Object.fromEntries(headers);
  if (body && !isMultipart(body.type) && !isForm(body.type)) allHeaders["content-type"] = body.type;
  const init = [
    ...(method === "GET" ? [] : [`method: ${toJavaScript(method)}`]),
    ...(Object.keys(allHeaders).length > 0 ? [`headers: ${toJavaScript(allHeaders)}`] : []),
    ...(body ? [isMultipart(body.type) ? "body: form" : `body: ${bodyValue(body)}`] : []),
    ...(result.kind === "location" ? ['redirect: "manual"'] : []),
  ];
  const fails = result.kind === "location" ? '!response.headers.has("location")' : "!response.ok";
  return [
    `const url = new URL(\`\${process.env["PHONE_AGENT_BASE_URL"]}${path}\`);`,
    ...(token ? ['url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");'] : []),
    ...query.map(([name, value]) => `url.searchParams.append(${toJavaScript(name)}, ${toJavaScript(value)});`),
    ...(body && isMultipart(body.type) ? formLines(body.value) : []),
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

function bodyValue({ type, value }: Body): string {
  if (isForm(type)) return `new URLSearchParams(${toJavaScript(toWireFields("", value))})`;
  return isJson(type) ? `JSON.stringify(${toJavaScript(value)})` : toJavaScript(String(value));
}

function resultLines(result: SampleResult): string[] {
  switch (result.kind) {
    case "nothing":
      return ['console.log("Done");'];
    case "bytes":
      return ["const bytes = await response.arrayBuffer();", `console.log(\`\${bytes.byteLength} bytes\`);`];
    case "location":
      return ['const location = new URL(response.headers.get("location") ?? "", url);', "console.log(location.host);"];
    case "text":
    case "unknown":
      return [
        "const text = await response.text();",
        "// Check what it is before you use it.",
        `console.log(\`\${text.length} characters\`);`,
      ];
    case "object":
      return objectLines("await response.json()", result.field);
  }
}
