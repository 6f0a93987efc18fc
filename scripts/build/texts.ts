import { type Contract, codegenDocument, indexedOperations, pathOperations, readContract } from "../contract.ts";
import { createLink } from "../docs/links.ts";
import { markdownOf } from "../docs/markdown.ts";
import { createGuidePages } from "../docs/model/guides.ts";
import { createApiPages } from "../docs/model/package.ts";
import { markdownFileOf, type Page } from "../docs/model/page.ts";

/** Creates the package's texts: the contract as JSON, `llms.txt`, the guides and the API pages, by path below dist/. */
export function createPackageTexts(contract = readContract()): Record<string, string> {
  const pages = [...createGuidePages(), ...createApiPages(contract)];
  const files = new Map(pages.map(({ file }) => [file, fileOf(file)]));
  const guides = pages.map((page) => {
    // A link to a page that isn't in the package becomes its words.
    const link = createLink(fileOf(page.file), (target) => files.get(target));
    return [fileOf(page.file), markdownOf(page, link)];
  });
  return {
    "openapi.json": `${JSON.stringify(contract)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract))}\n`,
    "llms.txt": writeIndex(contract, pages),
    ...Object.fromEntries(guides),
  };
}

/** Returns the file of a guide or of an API page in the package, which has all of them in one folder. */
const fileOf = (page: string) => `guides/${markdownFileOf(page).replace("guides/", "")}`;

/** Writes `llms.txt`: a title, a summary and links (llmstxt.org). */
function writeIndex(contract: Contract, pages: Page[]): string {
  const operations = pathOperations(contract).map(
    ({ method, path, operation }) => `- \`${operation.operationId}\`: ${operation.summary}, ${method} ${path}`,
  );
  const nameOnly = indexedOperations(contract).filter(({ knowledge }) => knowledge === "name");
  const areas = contract.tags.flatMap(({ name }) => {
    const names = nameOnly.filter(({ area }) => area === name);
    return names.length > 0 ? [`- ${name}: ${names.map((entry) => `${entry.method} ${entry.name}`).join("; ")}`] : [];
  });
  return [
    `# ${contract.info.title}`,
    `> ${contract.info.summary} An OpenAPI contract, a TypeScript client, a mock server and a test server.`,
    "The service is known in part. Unknowns are marked as `x-not-shown` in the contract, and nothing is guessed.",
    "## Documented operations",
    operations.join("\n"),
    `## Operations known by name only (${nameOnly.length})`,
    "Their paths, parameters and payloads are unknown. If you know a path, call it with `phone.request`.",
    areas.join("\n"),
    "## Start",
    "- [README](../README.md): what the package contains, and how to use each part",
    pages.map(({ file, title, summary }) => `- [${title}](${fileOf(file)}): ${summary}`).join("\n"),
    "## Contract",
    "- [YAML](../openapi/openapi.yaml)\n- [JSON](openapi.json)\n- [JSON for code generators](openapi.codegen.json)\n",
  ].join("\n\n");
}
