import { type Contract, describeUnknowns, documentedOperations, isKnownByPathOnly, unknowns } from "../contract.ts";
import { catalogue, catalogueHtml } from "./catalogue.ts";
import type { Guide } from "./guides.ts";
import { placeOf } from "./places.ts";
import { readSamples } from "./samples.ts";

/** Marks an unknown in a description; Redoc's Markdown lets HTML through. */
const mark = (id: string, sentence: string) => `<span class="not-shown" data-unknown="${id}">${sentence}</span>`;

const nameOnly = "Of those known by name alone, the path, the parameters and the payload are not shown.";

/** The contract as Redoc is to show it: what can be derived from it is added here, and never in the contract. */
export function presentation(contract: Contract, guides: Guide[]): object {
  const shown = describeUnknowns(contract, mark) as Contract & { description?: string };
  const { description: whole = "", "x-operation-index": _, ...rest } = shown;
  const entries = catalogue(contract);
  const pages = [
    ...guides.map(({ title, text }) => ({ name: title, description: text })),
    { name: "All operations", description: allOperations(contract) },
    { name: "What is not known", description: notKnown(contract) },
  ];
  const areas = shown.tags.map(({ name, description }) => {
    const own = entries.filter(({ area }) => area === name);
    return { name, description: `${description}\n\n${nameOnly}\n\n${catalogueHtml(own)}` };
  });
  return {
    ...rest,
    info: { ...shown.info, description: `${shown.info.description}\n\n${whole}` },
    tags: [...pages.map((page) => ({ ...page, "x-traitTag": true })), ...areas],
    "x-tagGroups": [
      { name: "Guides", tags: pages.map(({ name }) => name) },
      { name: "Operations", tags: areas.map(({ name }) => name) },
    ],
    paths: withPresentation(shown),
  };
}

function withPresentation(contract: Contract): Contract["paths"] {
  const paths = structuredClone(contract.paths);
  for (const { path, method, operation } of documentedOperations(contract)) {
    const known = isKnownByPathOnly(operation) ? "path only" : "documented";
    Object.assign(paths[path]?.[method.toLowerCase()] ?? {}, {
      "x-badges": [{ name: known }],
      "x-codeSamples": readSamples(operation.operationId),
    });
  }
  return paths;
}

function allOperations(contract: Contract): string {
  const entries = catalogue(contract);
  const count = (known: string) => entries.filter((entry) => entry.known === known).length;
  const areas = contract.tags.map(({ name }) => {
    return `<h3>${name}</h3>\n\n${catalogueHtml(entries.filter(({ area }) => area === name))}`;
  });
  return [
    `The service has ${entries.length} operations. ${count("documented")} are documented in full, ${count("path")} by its path, and ${count("name")} are known by name alone.`,
    nameOnly,
    ...areas,
  ].join("\n\n");
}

/** Every unknown, grouped by the part of the API that it concerns. */
function notKnown(contract: Contract): string {
  const all = unknowns(contract).map((unknown) => ({ ...unknown, place: placeOf(contract, unknown.pointer) }));
  const addresses = [...new Set(all.map(({ place }) => place.address))];
  const sections = addresses.map((address) => {
    const group = all.filter(({ place }) => place.address === address);
    const lines = group.map(({ id, sentence, place }) => {
      return `- ${place.part && `${place.part}: `}[${sentence}](${address}?unknown=${id}) \`${id}\``;
    });
    return `<h3>${group[0]?.place.subject} (${group.length})</h3>\n\n${lines.join("\n")}`;
  });
  return [`The contract marks ${all.length} unknowns.`, ...sections].join("\n\n");
}
