import { isMultipart } from "../../../src/openapi/media-type.ts";
import type { Json } from "../../contract/document.ts";
import {
  type Body,
  formFieldsOf,
  isStructured,
  type OperationCall,
  parametersIn,
  type ResultKind,
  toRequest,
  writeTokenOption,
} from "./call.ts";

export function writeTypeScript(call: OperationCall): string[] {
  const { preferences } = call;
  const { setupLines, code, isTyped } = writeCall(
    call,
    preferences ? { headers: { prefer: preferences } } : undefined,
  );
  const token = writeTokenOption(call.credentials, ({ variable }) => `process.env["${variable}"]`);
  return [
    'import { createPhoneAgentClient } from "phone-agent-api";',
    "",
    `// Reads PHONE_AGENT_BASE_URL${token ? "" : " and PHONE_AGENT_TOKEN"}.`,
    `const phone = createPhoneAgentClient(${token ? `{ token: ${token} }` : ""});`,
    ...setupLines,
    ...resultLines(`await ${code}`, isTyped ? call.result : "unknown"),
  ];
}

/**
 * Writes the call of a client's method, or of `request` if an input has no name in the contract,
 * with options as its last argument, and the lines that must precede it.
 */
export function writeCall(call: OperationCall, options?: { [name: string]: Json }) {
  if (parametersIn(call, "query").some(({ isFreeForm }) => isFreeForm)) {
    const [path = "", search] = toRequest(call).target.split("?");
    const query = Object.fromEntries(new URLSearchParams(search));
    const values = [call.method, path, { query, ...options }];
    const code = `phone.request(${values.map(toJavaScript).join(", ")})`;
    return { setupLines: [], code, isTyped: false };
  }
  const { operationId, parameters, body, missingValues } = call;
  /** Marks a value that the reader replaces, so that the sample compiles until then. */
  const mark = (code: string, ...names: string[]) =>
    names.some((name) => missingValues.includes(name)) ? `${code} as never` : code;
  const inputs = parametersIn(call, "query", "header", "cookie");
  const takesInputs = parameters.some((parameter) => parameter.in !== "path");
  const inputValues = Object.fromEntries(inputs.map(({ input, value }) => [input, value]));
  const inputArguments =
    inputs.length > 0 || (takesInputs && options !== undefined)
      ? [mark(toJavaScript(inputValues), ...inputs.map(({ name }) => name))]
      : [];
  const content = body ? [mark(bodyValue(body), "body")] : [];
  const values = [
    ...parametersIn(call, "path").map(({ name, value }) => mark(toJavaScript(value), name)),
    ...content,
    ...inputArguments,
    ...(options ? [toJavaScript(options)] : []),
  ];
  return {
    setupLines: body && isMultipart(body.type) ? formLines(body.value) : [],
    code: `phone.${operationId}(${values.join(", ")})`,
    isTyped: true,
  };
}

function bodyValue({ type, value }: Body): string {
  if (isMultipart(type)) return "form";
  if (isStructured(type)) return toJavaScript(value);
  return type.startsWith("text/")
    ? toJavaScript(String(value))
    : `new Blob([${toJavaScript(String(value))}])`;
}

const formLines = (value: Json): string[] => [
  "const form = new FormData();",
  ...formFieldsOf(value).map(
    ([name, text]) => `form.append(${toJavaScript(name)}, ${toJavaScript(text)});`,
  ),
];

function resultLines(call: string, result: ResultKind): string[] {
  switch (result) {
    case "nothing":
      return [`${call};`, 'console.log("Done");'];
    case "text":
      return [`const text = ${call};`, `console.log(\`\${text.length} characters\`);`];
    case "bytes":
      return [`for await (const bytes of ${call}) console.log(\`\${bytes.length} bytes\`);`];
    case "location":
      return [`const location = ${call};`, "console.log(new URL(location).host);"];
    case "list":
      return [`const items = ${call};`, "console.log(items.length);"];
    case "object":
      return [`const result = ${call};`, "console.log(Object.keys(result));"];
    case "unknown":
      return [
        `const response: unknown = ${call};`,
        "// Check its shape before you use it.",
        "console.log(typeof response);",
      ];
  }
}

/** Writes a value as a person would in JavaScript: on one line if it fits. */
export function toJavaScript(value: Json): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/"([A-Za-z_$][\w$]*)": /g, "$1: ");
  const line = text.replaceAll(/(?<=\[)\n *|\n *(?=\])/g, "").replaceAll(/\n */g, " ");
  return line.length <= 80 ? line : text;
}
