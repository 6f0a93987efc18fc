import { type Contract, pathOperations, unknowns } from "../contract.ts";
import { countText, operationList } from "./catalogue.ts";
import type { Guide } from "./guides.ts";
import { nameOnly } from "./name-only.ts";
import { slug, tagAddress, unknownsByAddress } from "./places.ts";
import { marksText } from "./unknowns.ts";

/** The pages that follow from the contract as a whole. */
export function derivedPages(contract: Contract, guides: Guide[]): Guide[] {
  return [
    { title: "All operations", text: allOperations(contract) },
    { title: "What is not known", text: notKnown(contract) },
    { title: "For machines", text: forMachines(contract, guides) },
  ];
}

function allOperations(contract: Contract): string {
  const areas = contract.tags.map((tag) => `## ${tag.name}\n\n${areaText(contract, tag)}`);
  return [countText(contract), nameOnly, ...areas].join("\n\n");
}

/** An area: what it is for, what is unknown of it, and its operations. */
function areaText(contract: Contract, tag: Contract["tags"][number]): string {
  const marks = marksText({ contract, address: tagAddress(tag.name) }, tag);
  return [tag.description, marks, operationList(contract, tag.name)].filter(Boolean).join("\n\n");
}

/** Every unknown, grouped by the section that it concerns. */
function notKnown(contract: Contract): string {
  const groups = [...unknownsByAddress(contract)];
  const sections = groups.map(([address, group]) => {
    const lines = group.map(({ id, description, place }) => {
      const part = place.part && `${place.part[0]?.toUpperCase()}${place.part.slice(1)}: `;
      return `- ${part}${description} [\`${id}\`](${address}?unknown=${id})`;
    });
    return `## ${group[0]?.place.subject} (${group.length})\n\n${lines.join("\n")}`;
  });
  return [
    `This contract marks ${unknowns(contract).length} unknowns, in ${groups.length} parts of the API. Each is also marked where you would look for it; the links lead there.`,
    "Know the answer? If you have seen the service do it, or have its operator's word, [contribute the fact](#/contribute-a-fact). A guess doesn't close an unknown.",
    ...sections,
  ].join("\n\n");
}

function forMachines(contract: Contract, guides: Guide[]): string {
  const link = (file: string, words: string) => `- [${file}](${file}): ${words}`;
  return [
    "The same content, for programs and language models.",
    [
      link("openapi.yaml", "the contract as it is written"),
      link("openapi.json", "the contract as JSON"),
      link("openapi.codegen.json", "derived from it for code generators, most of which stumble over `2XX`"),
      link("llms.txt", "a short index of the files below"),
      link("llms-full.txt", "the whole reference as one text"),
      link("sitemap.xml", "the addresses of all files"),
    ].join("\n"),
    "The pages of this reference, one Markdown file each:",
    [
      link("index.md", "the API as a whole"),
      link("all-operations.md", "every operation"),
      link("what-is-not-known.md", "every unknown"),
      link("client.md", "the client: its methods, options, errors and hooks"),
      link("test-server.md", "the test server for TypeScript"),
      link("mock-server.md", "the mock server: its options, preferences and control endpoints"),
      ...pathOperations(contract).map(({ operation: { operationId, summary } }) =>
        link(`operations/${operationId}.md`, summary),
      ),
      ...guides.map(({ title }) => link(`guides/${slug(title)}.md`, title)),
    ].join("\n"),
    "In the contract, `x-not-shown` marks unknowns, `x-operation-index` lists all operations, `x-repeatable` says whether an operation is safe to retry, and `x-observed` gives the evidence of what only recorded traffic shows.",
  ].join("\n\n");
}
