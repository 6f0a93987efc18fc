import { type Contract, documentedOperations, unknowns } from "../contract.ts";
import { catalogue, catalogueHtml, countText, nameOnly } from "./catalogue.ts";
import type { Guide } from "./guides.ts";
import { placeOf, slug } from "./places.ts";

/** The pages that follow from the contract as a whole, in Markdown, as tags that hold no operation. */
export function derivedPages(contract: Contract, guides: Guide[]): Guide[] {
  return [
    { title: "All operations", text: allOperations(contract) },
    { title: "What is not known", text: notKnown(contract) },
    { title: "For machines", text: forMachines(contract, guides) },
  ];
}

function allOperations(contract: Contract): string {
  const entries = catalogue(contract);
  const areas = contract.tags.map(({ name }) => {
    return `## ${name}\n\n${catalogueHtml(entries.filter(({ area }) => area === name))}`;
  });
  return [countText(entries), nameOnly, ...areas].join("\n\n");
}

/** Every unknown, grouped by the section that it concerns. */
function notKnown(contract: Contract): string {
  const all = unknowns(contract).map((unknown) => ({ ...unknown, place: placeOf(contract, unknown.pointer) }));
  const addresses = [...new Set(all.map(({ place }) => place.address))];
  const sections = addresses.map((address) => {
    const group = all.filter(({ place }) => place.address === address);
    const lines = group.map(({ id, sentence, place }) => {
      const part = place.part && `${place.part[0]?.toUpperCase()}${place.part.slice(1)}: `;
      return `- ${part}${sentence} [\`${id}\`](${address}?unknown=${id})`;
    });
    return `## ${group[0]?.place.subject} (${group.length})\n\n${lines.join("\n")}`;
  });
  return [
    `This contract marks ${all.length} things as not shown, in ${sections.length} parts of the API. Each stands where you would look for it, too: the links lead there.`,
    "You can help to close one. If you have seen the service do it, or have its operator's word, tell the maintainers of this contract the id of the unknown, and how you know. A guess does not close an unknown.",
    ...sections,
  ].join("\n\n");
}

function forMachines(contract: Contract, guides: Guide[]): string {
  const link = (file: string, words: string) => `- [${file}](${file}): ${words}`;
  return [
    "The same content, for programs and language models:",
    [
      link("openapi.yaml", "the contract, as it is written"),
      link("openapi.json", "the contract as JSON"),
      link("llms.txt", "a short index of the files below"),
      link("llms-full.txt", "the whole reference as one text"),
      link("sitemap.xml", "the addresses of all files"),
    ].join("\n"),
    "The same pages, one Markdown file each:",
    [
      link("overview.md", "what the contract says of itself"),
      link("all-operations.md", "all operations by name"),
      link("what-is-not-known.md", "every unknown"),
      ...documentedOperations(contract).map(({ operation: { operationId, summary } }) =>
        link(`operations/${operationId}.md`, summary),
      ),
      ...guides.map(({ title }) => link(`guides/${slug(title)}.md`, title)),
    ].join("\n"),
    "In the contract, `x-not-shown` marks what is not shown, `x-operation-index` lists all operations, and `x-repeatable` says whether one may be sent again.",
  ].join("\n\n");
}
