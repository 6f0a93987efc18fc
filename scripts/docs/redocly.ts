import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withDescendants } from "../../src/openapi/nodes.ts";
import { isPresenceUnknown } from "../../src/openapi/unknowns.ts";
import type { Contract } from "../contract/document.ts";
import { documentedOperations } from "../contract/operations.ts";
import { describeUnknowns } from "../contract/unknowns.ts";
import { createTemporaryFolder } from "../tools/file.ts";
import { runRedocly } from "../tools/run.ts";
import { policySourceOf } from "./bundle.ts";

// The policy allows Redoc's scripts and files of the same site: neither its logo and its telemetry, which are on other
// hosts, nor a script in a description. The hashes of its scripts are known once the page is rendered.
const scripts = "'none'";
const template = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${scripts}; connect-src 'self'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{{title}}, in Redoc</title>
  {{{redocHead}}}
</head>
<body>{{{redocHTML}}}</body>
</html>
`;

/** The page until Redoc's is rendered. It loads itself again. */
export const waitingPage = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="refresh" content="2">
  <title>Redoc</title>
</head>
<body><p>Redoc is rendering the contract. Its page opens in a few seconds.</p></body>
</html>
`;

/**
 * Renders a contract with `redocly build-docs`, as one file with a Content Security Policy.
 * @throws Error with Redocly's output if it can't.
 */
export async function renderRedoc(contract: Contract): Promise<string> {
  using folder = createTemporaryFolder("redoc");
  const source = join(folder.path, "openapi.json");
  const layout = join(folder.path, "page.hbs");
  const page = join(folder.path, "redoc.html");
  await writeFile(source, JSON.stringify(describeContract(contract)));
  await writeFile(layout, template);
  const options = ["--inlineBundle", "--template", layout, "--output", page];
  const { ok, output } = await runRedocly(["build-docs", source, ...options]);
  if (!ok) throw new Error(`Redocly can't render the contract.\n${output}`);
  const html = await readFile(page, "utf8");
  const sources = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) => policySourceOf(script));
  return html.replace(`script-src ${scripts}`, () => `script-src ${sources.join(" ")} 'self' blob:`);
}

/** Copies the contract for Redoc, with unknowns as descriptions, without `required` in responses if that's unknown. */
export function describeContract(contract: Contract): Contract {
  return withoutPresence(
    describeUnknowns(contract, (entries) => entries.map(([, words]) => `**Unknown:** ${words}.`).join("\n\n")),
  );
}

/** Removes `required` from the schemas of responses while the presence of fields is unknown. */
function withoutPresence(contract: Contract): Contract {
  if (!isPresenceUnknown(contract)) return contract;
  const requests = documentedOperations(contract).map(({ operation: { parameters, requestBody } }) => [
    parameters,
    requestBody,
  ]);
  const requestNodes = new Set<unknown>(withDescendants(contract, requests));
  const text = JSON.stringify(contract, function (this: unknown, key, value) {
    return key === "required" && Array.isArray(value) && !requestNodes.has(this) ? undefined : value;
  });
  return JSON.parse(text);
}
