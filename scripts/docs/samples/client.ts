import { isJson } from "../../contract/json.ts";
import { filledForm, javascript, objectLines } from "./javascript.ts";
import { type Body, isForm, isMultipart, type Received, type Sent } from "./sent.ts";

export const client = (sent: Sent): string[] => program(namedCall(sent), sent.received);

/** A program that makes a call and prints what came of it. */
function program({ before, call }: ReturnType<typeof namedCall>, received: Received): string[] {
  return [
    'import { createPhoneAgentClient } from "phone-agent-api";',
    "",
    "// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.",
    "const phone = createPhoneAgentClient();",
    ...before,
    ...resultLines(`await ${call}`, received),
  ];
}

/** Writes the call of an operation by its name, and the lines that must precede it. */
export function namedCall({ operationId, pathValues, body, inputs, takesInputs, inputsFirst, options }: Sent) {
  const content = body ? [bodyValue(body)] : [];
  const isNamed = Object.keys(inputs).length > 0 || (takesInputs && options !== undefined);
  const named = isNamed ? [javascript(inputs)] : [];
  const values = [
    ...pathValues.map(javascript),
    ...(inputsFirst ? [...named, ...content] : [...content, ...named]),
    ...(options ? [javascript(options)] : []),
  ];
  return {
    before: body && isMultipart(body.type) ? filledForm(body.value) : [],
    call: `phone.${operationId}(${values.join(", ")})`,
  };
}

function bodyValue({ type, value }: Body): string {
  if (isMultipart(type)) return "form";
  if (isJson(type) || isForm(type)) return javascript(value);
  return type.startsWith("text/") ? javascript(String(value)) : `new Blob([${javascript(String(value))}])`;
}

function resultLines(call: string, received: Received): string[] {
  switch (received.kind) {
    case "nothing":
      return [`${call};`, 'console.log("Done");'];
    case "text":
      return [`const text = ${call};`, `console.log(\`\${text.length} characters\`);`];
    case "bytes":
      return [`for await (const bytes of ${call}) console.log(\`\${bytes.length} bytes\`);`];
    case "location":
      return [`const location = ${call};`, "console.log(new URL(location).host);"];
    case "unknown":
      return [
        `const response: unknown = ${call};`,
        "// Check its shape before you use it.",
        "console.log(typeof response);",
      ];
    case "object":
      return objectLines(call, received.field);
  }
}
