import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reachableObjects } from "../../src/openapi/nodes.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { isPresenceUnknown } from "../../src/openapi/unknowns.ts";
import { describeUnknowns } from "../contract/descriptions.ts";
import type { Contract } from "../contract/document.ts";
import { createTemporaryFolder } from "../tools/file.ts";
import { runRedocly } from "../tools/run.ts";
import { policySourceOf } from "./bundle.ts";

/**
 * Renders a contract with `redocly build-docs`, as one file with a policy that allows its scripts
 * and files of the same site.
 * @throws Error with Redocly's output if it can't.
 */
export async function renderRedoc(contract: Contract): Promise<string> {
  using folder = createTemporaryFolder("redoc");
  const source = join(folder.path, "openapi.json");
  const page = join(folder.path, "redoc.html");
  await writeFile(source, JSON.stringify(describeContract(contract)));
  const options = ["--inlineBundle", `--title=${contract.info.title}, in Redoc`, "--output", page];
  const { ok, output } = await runRedocly(["build-docs", source, ...options]);
  if (!ok) throw new Error(`Redocly can't render the contract.\n${output}`);
  const html = await readFile(page, "utf8");
  const sources = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) =>
    policySourceOf(script),
  );
  // Neither Redoc's logo and its telemetry, which are on other hosts, nor a script in a
  // description.
  const policy = `default-src 'none'; script-src ${sources.join(" ")} 'self' blob:; connect-src 'self'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:`;
  return html.replace(
    "<head>",
    () => `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/**
 * Copies the contract for Redoc, with unknowns as descriptions, without `required` in responses if
 * that's unknown.
 */
export function describeContract(contract: Contract): Contract {
  return withoutPresence(
    describeUnknowns(contract, (entries) =>
      entries.map(([, words]) => `**Unknown:** ${words}.`).join("\n\n"),
    ),
  );
}

/** Removes `required` from the schemas of responses while the presence of fields is unknown. */
function withoutPresence(contract: Contract): Contract {
  if (!isPresenceUnknown(contract)) return contract;
  const requests = operationsOf(contract).map(({ unresolved: { parameters, requestBody } }) => [
    parameters,
    requestBody,
  ]);
  const requestNodes = new Set<unknown>(reachableObjects(contract, requests));
  const text = JSON.stringify(contract, function (this: unknown, key, value) {
    return key === "required" && Array.isArray(value) && !requestNodes.has(this)
      ? undefined
      : value;
  });
  return JSON.parse(text);
}
