import { type Contract, isJson, type PathOperation, resolve, type Schema, schemaFields } from "../contract.ts";
import { isInputsFirst } from "../generate/rows.ts";
import { client } from "./samples/client.ts";
import { curl } from "./samples/curl.ts";
import { fetching } from "./samples/fetch.ts";
import { python } from "./samples/python.ts";
import { sampleRequest } from "./samples/request.ts";
import type { Received, Sent } from "./samples/sent.ts";

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** The languages of the samples, in the order in which the page offers them. */
export const languages = [
  { lang: "bash", label: "curl", write: curl },
  { lang: "typescript", label: "TypeScript", write: client },
  { lang: "javascript", label: "fetch", write: fetching },
  { lang: "python", label: "Python", write: python },
];

/** Writes a call of an operation in each language, made of the contract's examples. */
export function samplesOf(contract: Contract, located: PathOperation): Sample[] {
  const sent = sampleSent(contract, located);
  return languages.map(({ lang, label, write }) => ({ lang, label, source: write(sent).join("\n") }));
}

/** Returns the request that the samples of an operation send. */
export const sampleSent = (contract: Contract, located: PathOperation): Sent => ({
  ...sampleRequest(contract, located),
  method: located.method,
  operationId: located.operation.operationId,
  takesInputs: located.inputs.length > 0,
  inputsFirst: isInputsFirst(located),
  received: receivedOf(contract, located),
});

function receivedOf(contract: Contract, { successes, redirects }: PathOperation): Received {
  if (redirects) return { kind: "location" };
  const [only, ...others] = successes;
  if (!only?.mediaType && others.length === 0) return { kind: "nothing" };
  if (!only?.mediaType || others.length > 0) return { kind: "unknown" };
  if (only.mediaType.startsWith("text/")) return { kind: "text" };
  return isJson(only.mediaType) ? receivedJson(contract, only.media?.schema ?? {}) : { kind: "bytes" };
}

/** Describes an object by its main required field: a list or else an object. */
function receivedJson(contract: Contract, schema: Schema): Received {
  const fields = schemaFields(contract, schema, "writeOnly")
    .filter(({ path, required, alternative }) => required && !alternative && !/[.[]/.test(path))
    .map(({ path: name, schema: own }) => ({ name, type: resolve(contract, own)["type"] }));
  if (fields.length === 0) return { kind: "unknown" };
  const main = fields.find(({ type }) => type === "array") ?? fields.find(({ type }) => type === "object");
  return { kind: "object", ...(main && { field: { name: main.name, isList: main.type === "array" } }) };
}
