// Imported by the package's name, so that the package contains the validators once.
import { validators } from "phone-agent-api/validate";
import type { OperationId } from "#generated/operations.ts";
import { createPathFit } from "../core/path-fit.ts";
import type { RateFit } from "../core/request.ts";
import { escapeText } from "../core/text.ts";
import { assertValid, findPackageContract, readData } from "../document/data.ts";
import { readDocument } from "../document/read-document.ts";
import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { asObject, parseJson } from "../openapi/json.ts";
import { operationsById } from "../openapi/operations.ts";
import { jsonKindOf } from "../openapi/schema.ts";
import { findContents, isSuccessStatus } from "../openapi/status.ts";
import { isPresenceUnknown } from "../openapi/unknowns.ts";
import { readText } from "../platform/files.ts";
import { loadAll } from "../platform/peers.ts";
import type { AjvPackages } from "../schemas/ajv.ts";
import { createSchemaCloser } from "../schemas/close-schema.ts";
import { createCompilersOf, isOutOfTime, loadAjv } from "../schemas/validators.ts";
import { UnusableEntry } from "../traffic/exchange.ts";
import type { CompareBody } from "../traffic/verifiable-contract.ts";
import { keyOf } from "./verification.ts";

/**
 * Reads a contract, by default this package's, and the functions that compare bodies and path values
 * with it.
 * The lint keeps this package's from paths that differ by names alone, so that it has no `rateFit`.
 * @throws an error that lists the problems of the document.
 */
export async function loadContract(
  file: string | undefined,
): Promise<{ document: object; compareBody: CompareBody; rateFit?: RateFit }> {
  if (file === undefined)
    return {
      document: (await readData(findPackageContract())) as object,
      compareBody: ({ id }, status, mediaType, value) =>
        validators(id as OperationId, value, status, mediaType),
    };
  const problems: string[] = [];
  const [document, packages] = await loadAll(
    readDocument(file, (problem) => problems.push(problem)),
    loadAjv(),
  );
  assertValid(file, problems);
  const { request } = createCompilersOf(packages, document);
  return {
    document,
    compareBody: createComparer(packages, document),
    rateFit: createPathFit(document, operationsById(document), request),
  };
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
 * Returns a function that compares bodies with the contract's schemas. Formats are annotations, as
 * in this dialect and in the validators of this package.
 */
function createComparer(packages: AjvPackages, document: object): CompareBody {
  const options = { validateFormats: false };
  const { response } = createCompilersOf(packages, document, createSchemaCloser, options);
  return (operation, status, mediaType, value) => {
    const [{ schema: declared } = {}] = findContents(operation.responses, status, mediaType);
    if (!declared) return [];
    const place = escapeText(`${operation.id}, response ${status}`);
    let schema: CompiledSchema;
    try {
      schema = response(declared);
    } catch (error) {
      const reason = escapeText((error as Error).message);
      throw new UnusableEntry(`the contract's schema can't be compiled (${place}): ${reason}`);
    }
    const differences = findDifferences(schema, value, {
      isPresenceUnknown: isPresenceUnknown(document),
      isEnvelope: isSuccessStatus(status) && jsonKindOf(document, declared) === "envelope",
    });
    if (isOutOfTime(schema))
      throw new UnusableEntry(`the body (${place}) ${differences[0]?.message}`);
    return differences;
  };
}
