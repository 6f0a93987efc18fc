// Imported by the package's name, so that the package contains the validators once.
import { validators } from "phone-agent-api/validate";
import { parseJson } from "../core/text.ts";
import { assertValid, findPackageContract, readData } from "../document/data.ts";
import { readDocument } from "../document/read-document.ts";
import { cachePerDocument } from "../openapi/cache.ts";
import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { asObject } from "../openapi/json.ts";
import { isJson } from "../openapi/media-type.ts";
import type { Operation } from "../openapi/operation.ts";
import { operationsById } from "../openapi/operations.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import { isPresenceUnknown } from "../openapi/unknowns.ts";
import { readText } from "../platform/files.ts";
import { loadAll } from "../platform/peers.ts";
import { createCompilers, loadAjv } from "../schemas/validators.ts";
import type { CompareBody } from "../traffic/verifiable-contract.ts";
import { keyOf } from "./verification.ts";

/**
 * Reads a contract, by default this package's, and the function that compares the body of a success
 * with it.
 * @throws an error that lists the problems of the document.
 */
export async function loadContract(
  file: string | undefined,
): Promise<{ document: object; validate: CompareBody }> {
  if (file === undefined)
    return {
      document: (await readData(findPackageContract())) as object,
      validate: validators as CompareBody,
    };
  const problems: string[] = [];
  const [document] = await loadAll(
    readDocument(file, (problem) => problems.push(problem)),
    loadAjv(),
  );
  assertValid(file, problems);
  return { document, validate: await createValidate(document) };
}

/**
 * Reads the keys of the findings in an earlier JSON report. @throws an error that says why it can't
 * be used.
 */
export function readBaseline(file: string | undefined): Set<string> {
  if (file === undefined) return new Set();
  const { findings } = asObject(parseJson(readText(file)));
  if (!Array.isArray(findings))
    throw new Error("--baseline takes a report that verify wrote with --format json.");
  return new Set(findings.map((finding) => keyOf(asObject(finding))));
}

/**
 * Returns a function that compares the body of a success with the schema of its JSON, compiled on
 * its first use.
 */
async function createValidate(document: object): Promise<CompareBody> {
  const { response: compile } = await createCompilers(document);
  const compileSuccess = cachePerDocument((operation: Operation): CompiledSchema | undefined => {
    const success = operation.responses.find(
      ({ code }) => isSuccessStatus(code) || code === "default",
    );
    const { schema } = success?.contents.find(({ mediaType }) => isJson(mediaType)) ?? {};
    return schema && compile(schema);
  });
  return (id, value) => {
    const operation = operationsById(document)[id];
    const schema = operation && compileSuccess(operation);
    return schema
      ? findDifferences(schema, value, {
          isPresenceUnknown: isPresenceUnknown(document),
          isEnvelope: false,
        })
      : [];
  };
}
