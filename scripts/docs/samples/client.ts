import { isJson, type Json } from "../../contract/json.ts";
import { type Body, isForm, isMultipart, type SampleCall, type SampleResult } from "./call.ts";
import { toJavaScript } from "./literal.ts";
import { toWireFields } from "./wire.ts";

/** Writes a program that makes a call and prints its result. */
export function writeTypeScript(sampleCall: SampleCall): string[] {
  const { setupLines, call } = writeCall(sampleCall);
  return [
    'import { createPhoneAgentClient } from "phone-agent-api";',
    "",
    "// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.",
    "const phone = createPhoneAgentClient();",
    ...setupLines,
    ...resultLines(`await ${call}`, sampleCall.result),
  ];
}

/** Writes the call of a client's method, and the lines that must precede it. */
export function writeCall({ operationId, pathValues, body, inputs, takesInputs, inputsFirst, options }: SampleCall) {
  const content = body ? [bodyValue(body)] : [];
  const hasInputs = Object.keys(inputs).length > 0 || (takesInputs && options !== undefined);
  const inputArguments = hasInputs ? [toJavaScript(inputs)] : [];
  const values = [
    ...pathValues.map(toJavaScript),
    ...(inputsFirst ? [...inputArguments, ...content] : [...content, ...inputArguments]),
    ...(options ? [toJavaScript(options)] : []),
  ];
  return {
    setupLines: body && isMultipart(body.type) ? formLines(body.value) : [],
    call: `phone.${operationId}(${values.join(", ")})`,
  };
}

function bodyValue({ type, value }: Body): string {
  if (isMultipart(type)) return "form";
  if (isJson(type) || isForm(type)) return toJavaScript(value);
  return type.startsWith("text/") ? toJavaScript(String(value)) : `new Blob([${toJavaScript(String(value))}])`;
}

/** Writes the lines that create and fill in a multipart form. */
export const formLines = (value: Json): string[] => [
  "const form = new FormData();",
  ...toWireFields("", value).map(([name, text]) => `form.append(${toJavaScript(name)}, ${toJavaScript(text)});`),
];

function resultLines(call: string, result: SampleResult): string[] {
  switch (result.kind) {
    case "nothing":
      return [`${call};`, 'console.log("Done");'];
    case "text":
      return [`const text = ${call};`, `console.log(\`\${text.length} characters\`);`];
    case "bytes":
      return [`for await (const bytes of ${call}) console.log(\`\${bytes.length} bytes\`);`];
    case "location":
      return [`const location = ${call};`, "console.log(new URL(location).host);"];
    case "object":
      return [`const result = ${call};`, writeSize(result)];
    case "unknown":
      return [
        `const response: unknown = ${call};`,
        "// Check its shape before you use it.",
        "console.log(typeof response);",
      ];
  }
}

/** Writes the line that prints the length of an object's main list, or else the keys of its main object or its own. */
export const writeSize = ({ list, record }: SampleResult): string =>
  list
    ? `console.log(\`\${result.${list}.length} ${list}\`);`
    : `console.log(Object.keys(result${record ? `.${record}` : ""}));`;
