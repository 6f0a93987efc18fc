import { isJson, type Json } from "../../contract/json.ts";
import { filledForm, javascript, objectLines } from "./javascript.ts";
import { type Body, isForm, isMultipart, type Received, type Sent } from "./sent.ts";
import { fieldsOnTheWire } from "./wire.ts";

export function fetching({ method, path, query, headers, body, token, received }: Sent): string[] {
  const all: Record<string, Json> = Object.fromEntries(headers);
  if (body && !isMultipart(body.type) && !isForm(body.type)) all["content-type"] = body.type;
  const init = [
    ...(method === "GET" ? [] : [`method: ${javascript(method)}`]),
    ...(Object.keys(all).length > 0 ? [`headers: ${javascript(all)}`] : []),
    ...(body ? [isMultipart(body.type) ? "body: form" : `body: ${bodyValue(body)}`] : []),
    ...(received.kind === "location" ? ['redirect: "manual"'] : []),
  ];
  const fails = received.kind === "location" ? '!response.headers.has("location")' : "!response.ok";
  return [
    `const url = new URL(\`\${process.env["PHONE_AGENT_BASE_URL"]}${path}\`);`,
    ...(token ? ['url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");'] : []),
    ...query.map(([name, value]) => `url.searchParams.append(${javascript(name)}, ${javascript(value)});`),
    ...(body && isMultipart(body.type) ? filledForm(body.value) : []),
    "",
    `const response = await ${call(init)};`,
    ...(token ? ["// Never put the URL into an error or a log: it contains the token."] : []),
    `if (${fails}) throw new Error(\`Unexpected status \${response.status}\`);`,
    ...resultLines(received),
  ];
}

function call(init: string[]): string {
  if (init.length === 0) return "fetch(url)";
  const line = `fetch(url, { ${init.join(", ")} })`;
  if (line.length <= 80 && !line.includes("\n")) return line;
  return `fetch(url, {\n${init.map((part) => `  ${part.replaceAll("\n", "\n  ")},\n`).join("")}})`;
}

function bodyValue({ type, value }: Body): string {
  if (isForm(type)) return `new URLSearchParams(${javascript(fieldsOnTheWire("", value))})`;
  return isJson(type) ? `JSON.stringify(${javascript(value)})` : javascript(String(value));
}

function resultLines(received: Received): string[] {
  switch (received.kind) {
    case "nothing":
      return ['console.log("Done");'];
    case "text":
      return ["const text = await response.text();", `console.log(\`\${text.length} characters\`);`];
    case "bytes":
      return ["const bytes = await response.arrayBuffer();", `console.log(\`\${bytes.byteLength} bytes\`);`];
    case "location":
      return ['const location = new URL(response.headers.get("location") ?? "", url);', "console.log(location.host);"];
    case "unknown":
      return [
        "const text = await response.text();",
        "// Check what it is before you use it.",
        "console.log(text.length);",
      ];
    case "object":
      return objectLines("await response.json()", received.field);
  }
}
