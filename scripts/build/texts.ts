import { type Contract, codegenDocument, pathOperations, readContract } from "../contract.ts";
import { apiPages } from "../docs/api.ts";
import { readGuides } from "../docs/guides.ts";
import { slug } from "../docs/places.ts";

/** What the package holds for readers and for machines, by its path below dist/. */
export function packageTexts(contract = readContract()): Record<string, string> {
  // The page of the client fits into the package, those of the servers would outgrow its limit.
  const client = apiPages(contract).slice(0, 1);
  const guides = [...readGuides(), ...client].map(({ title, text }) => ({
    file: `guides/${slug(title)}.md`,
    title,
    text,
  }));
  const files = new Set(guides.map(({ file }) => file));
  return {
    "openapi.json": `${JSON.stringify(contract)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract))}\n`,
    "llms.txt": index(contract, guides),
    ...Object.fromEntries(
      guides.map(({ file, title, text }) => [file, `# ${title}\n\n${narrow(linked(text, files))}\n`]),
    ),
  };
}

/** Tables without the padding that aligns them for whoever edits them. */
const narrow = (text: string): string =>
  text.replaceAll(/^\|.*\|$/gm, (row) => row.replaceAll(/ {2,}/g, " ").replaceAll(/-{4,}/g, "---"));

/** Links within the reference lead to the guide beside, or become plain text: the package has no reference. */
const linked = (text: string, files: Set<string>): string =>
  text.replaceAll(/\[([^\]]+)\]\(#\/([\w-]*)[^)]*\)/g, (_, words: string, page: string) =>
    files.has(`guides/${page}.md`) ? `[${words}](${page}.md)` : words,
  );

/** `llms.txt`: a title, a summary and links (llmstxt.org). */
function index(contract: Contract, guides: { file: string; title: string }[]): string {
  const operations = pathOperations(contract).map(
    ({ method, path, operation }) => `- \`${operation.operationId}\`: ${operation.summary}, ${method} ${path}`,
  );
  return [
    `# ${contract.info.title}`,
    `> ${contract.info.summary} An OpenAPI contract, a TypeScript client, a mock server and a test server.`,
    "The service is known in part. Unknowns are marked as `x-not-shown` in the contract, and nothing is guessed.",
    "## Documented operations",
    operations.join("\n"),
    "## Guides",
    guides.map(({ file, title }) => `- [${title}](${file})`).join("\n"),
    "## Contract",
    "- [YAML](../openapi/openapi.yaml)\n- [JSON](openapi.json)\n- [JSON for code generators](openapi.codegen.json)\n",
  ].join("\n\n");
}
