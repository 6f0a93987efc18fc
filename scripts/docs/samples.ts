import { type Contract, isJson, listFields, type PathOperation, resolve, type Schema } from "../contract.ts";
import { isInputsFirst } from "../generate/rows.ts";
import type { Sample } from "./model/blocks.ts";
import type { SampleCall, SampleResult } from "./samples/call.ts";
import { writeTypeScript } from "./samples/client.ts";
import { writeCurl } from "./samples/curl.ts";
import { writeFetch } from "./samples/fetch.ts";
import { writePython } from "./samples/python.ts";
import { createSampleRequest } from "./samples/request.ts";

/** The languages of the samples, in the order in which the page offers them. */
export const languages = [
  { language: "bash", label: "curl", comment: "#", write: writeCurl },
  { language: "typescript", label: "TypeScript", comment: "//", write: writeTypeScript },
  { language: "javascript", label: "fetch", comment: "//", write: writeFetch },
  { language: "python", label: "Python", comment: "#", write: writePython },
];

/** The call that the samples and the form of an operation make, and the names of the values that weren't found. */
export type OperationCall = SampleCall & { gaps: string[] };

/** Writes the call of an operation in each language. */
export const samplesOf = (call: OperationCall): Sample[] =>
  languages.map(({ language, label, comment, write }) => {
    const gapLines = call.gaps.map(
      (name) => `${comment} Replace {${name}}: no value was found that its schema accepts.`,
    );
    return { language, label, code: [...gapLines, ...write(call)].join("\n") };
  });

/** Creates the call of an operation: a request that the contract accepts, and the kind of its result. */
export const createCall = (contract: Contract, pathOperation: PathOperation): OperationCall => ({
  ...createSampleRequest(contract, pathOperation),
  method: pathOperation.method,
  operationId: pathOperation.operation.operationId,
  takesInputs: pathOperation.inputs.length > 0,
  inputsFirst: isInputsFirst(pathOperation),
  result: sampleResultOf(contract, pathOperation),
});

function sampleResultOf(contract: Contract, { successes, redirects }: PathOperation): SampleResult {
  if (redirects) return { kind: "location" };
  const [success, ...otherSuccesses] = successes;
  if (!success?.mediaType && otherSuccesses.length === 0) return { kind: "nothing" };
  if (!success?.mediaType || otherSuccesses.length > 0) return { kind: "unknown" };
  if (success.mediaType.startsWith("text/")) return { kind: "text" };
  return isJson(success.mediaType) ? jsonResultOf(contract, success.media?.schema ?? {}) : { kind: "bytes" };
}

/** Returns an object with its main required field: the first list, or else the first object. */
function jsonResultOf(contract: Contract, schema: Schema): SampleResult {
  const fields = listFields(contract, schema, "writeOnly")
    .filter(({ path, required, alternative }) => required && !alternative && !/[.[]/.test(path))
    .map(({ path: name, schema: fieldSchema }) => ({ name, type: resolve(contract, fieldSchema)["type"] }));
  if (fields.length === 0) return { kind: "unknown" };
  const main = fields.find(({ type }) => type === "array") ?? fields.find(({ type }) => type === "object");
  return { kind: "object", ...(main && { field: { name: main.name, isList: main.type === "array" } }) };
}
