import { writeHeader } from "../openapi/contents.ts";
import type {
  DeclaredHeader,
  GenerateBody,
  Operation,
  ServedOperation,
} from "../openapi/operation.ts";
import { isPlaceholder } from "../openapi/parameter.ts";

/**
 * Prepares an operation of a contract for a server: generates the headers that it must send and
 * that have no value, and leaves out a parameter that is never sent.
 */
export async function prepareServed(
  operation: Operation,
  generate: GenerateBody,
): Promise<ServedOperation> {
  const responses = operation.responses.map(async ({ headers, ...response }) => ({
    ...response,
    headers: await Promise.all(headers.map((header) => generateHeader(header, generate))),
  }));
  return {
    ...operation,
    parameters: operation.parameters.filter((parameter) => !isPlaceholder(parameter)),
    // An operation without responses may respond with anything.
    responses:
      responses.length > 0
        ? await Promise.all(responses)
        : [{ code: "default", headers: [], contents: [] }],
  };
}

async function generateHeader(header: DeclaredHeader, generate: GenerateBody) {
  const { value, required, schema, style } = header;
  if (value !== undefined || !required || !schema) return header;
  const generated = await generate({ schema, mediaType: "" });
  return generated.problem === undefined
    ? { ...header, value: writeHeader(generated.value, style) }
    : header;
}
