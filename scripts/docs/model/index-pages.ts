import { type Contract, type IndexedOperation, knownOperations, unknowns } from "../../contract.ts";
import { countText } from "../coverage.ts";
import { allOperationsFile, entryFile, entryName, homeFile, unknownsBySubject } from "../places.ts";
import { type Block, heading, type Operations, text, unknownsBlock, withIds } from "./blocks.ts";
import { deletesByName, deletionCaution, nameOnly } from "./name-only.ts";
import type { Page } from "./page.ts";
import { completeness, unknownNotes, unknownsOf } from "./unknowns.ts";

const indexPage = (file: string, title: string, summary: string, blocks: Block[]): Page => ({
  ...{ kind: "index", file, title, summary },
  blocks: withIds(blocks),
});

/** Builds the first page: the contract's description, the service's address, the token, and the API-wide unknowns. */
export function homePage(contract: Contract): Page {
  const { info, servers, components } = contract;
  const schemes = Object.values(components.securitySchemes ?? {});
  return {
    kind: "home",
    file: homeFile,
    title: info.title,
    summary: info.summary,
    blocks: withIds([
      ...text(info.description),
      ...servers.flatMap(({ description, variables = {} }) => [
        heading("Address"),
        ...text(description, ...Object.values(variables).map(({ default: value }) => `The default is \`${value}\`.`)),
      ]),
      ...schemes.flatMap(({ description }) => [heading("Token"), ...text(description)]),
      heading("API-wide unknowns"),
      ...unknownsBlock(
        unknownNotes(
          contract,
          homeFile,
          (unknownsBySubject(contract).get(`${homeFile} The API as a whole`) ?? []).map(({ id, description }) => [
            id,
            description,
          ]),
        ),
      ),
    ]),
  };
}

/** Builds the page of all operations by area, with how much is known of each. */
export function allOperations(contract: Contract): Page {
  const summary = countText(contract);
  return indexPage(allOperationsFile, "All operations", summary, [
    ...text(summary, nameOnly),
    ...contract.tags.flatMap((tag) => [
      heading(tag.name),
      ...text(tag.description),
      ...unknownsOf(contract, allOperationsFile, tag),
      operationsBlock(
        contract,
        knownOperations(contract).filter(({ area }) => area === tag.name),
      ),
    ]),
  ]);
}

const operationsBlock = (contract: Contract, entries: IndexedOperation[]): Operations => ({
  kind: "operations",
  operations: entries.map((entry) => ({
    method: entry.method,
    title: entryName(contract, entry),
    address: `/${entryFile(contract, entry)}`,
    completeness: entry.pathOperation ? completeness(contract, entry.pathOperation) : "name only",
    ...(deletesByName(entry) && { caution: deletionCaution }),
  })),
});

/** Builds the page of every unknown, by subject. */
export function whatIsNotKnown(contract: Contract): Page {
  const groups = [...unknownsBySubject(contract).values()];
  const summary = `This contract marks ${unknowns(contract).length} unknowns, in ${groups.length} parts of the API.`;
  return indexPage("what-is-not-known.html", "What isn't known", summary, [
    ...text(
      `${summary} Each is also on the page of its subject, which its id links to.`,
      "Know the answer? If you have seen the service do it, or have its operator's word, [contribute the fact](/guides/contribute-a-fact.html). A guess doesn't close an unknown.",
    ),
    ...groups.flatMap((group) => [
      heading(`${group[0]?.place.subject} (${group.length})`),
      ...text(
        group
          .map(({ id, description, place: { part, file } }) => {
            const words = part ? `${part[0]?.toUpperCase()}${part.slice(1)}: ${description}` : description;
            return `- ${words} [\`${id}\`](/${file}#${id})`;
          })
          .join("\n"),
      ),
    ]),
  ]);
}

/** Builds the page that lists the files for programs. */
export function forMachines(hasSitemap: boolean): Page {
  const summary = "The same content, for programs and language models.";
  return indexPage("for-machines.html", "For machines", summary, [
    ...text(summary),
    heading("Download OpenAPI"),
    ...text(
      "- [openapi.yaml](openapi.yaml): the OpenAPI contract, unchanged",
      "- [openapi.json](openapi.json): the contract as JSON",
      "- [openapi.codegen.json](openapi.codegen.json): derived from it for code generators and Postman, most of which stumble over `2XX`",
      "- [llms.txt](llms.txt): an index of all pages as Markdown",
      "- [llms-full.txt](llms-full.txt): the whole reference as one text",
      hasSitemap && "- [sitemap.xml](sitemap.xml): the addresses of all pages",
    ),
    heading("Extensions of the contract"),
    ...text(
      "`x-not-shown` marks unknowns, `x-operation-index` lists all operations, `x-repeatable` says whether an operation is safe to retry, and `x-observed` gives the evidence of what only recorded traffic shows.",
    ),
  ]);
}
