import { knownServersOf } from "../../../src/openapi/servers.ts";
import { countNoun } from "../../../src/openapi/words.ts";
import { describeCoverage } from "../../contract/coverage.ts";
import type { Contract, ServerObject } from "../../contract/document.ts";
import { factAddress } from "../links.ts";
import { findFirstCall } from "../samples/create-call.ts";
import { samplesOf } from "../samples/samples.ts";
import { hasOneToken } from "./credentials.ts";
import { deletesByName, deletionCaution, nameOnly } from "./name-only.ts";
import { type BlockSource, createPage, type Field, type Page, summaryOf } from "./page.ts";
import {
  allOperationsFile,
  areaFile,
  createUnknowns,
  homeFile,
  type IndexedPage,
  indexedPages,
  type PlacedUnknown,
  unknownPages,
  unknownsFile,
  wholeApi,
} from "./site-map.ts";

/**
 * Builds the first page: what the reference is, a first call, how much is known, the contract's
 * description, the service's address, the token, and the API-wide unknowns.
 */
export function createHomePage(contract: Contract, mockUrl?: string): Page {
  const { info, servers, components } = contract;
  const schemes = Object.entries(components.securitySchemes ?? {});
  const knownServers = homeServersOf(contract);
  const apiUnknowns = unknownPages(contract).filter(({ file }) => file === homeFile);
  const callable = indexedPages(contract).filter(({ operation }) => operation);
  return createPage("home", homeFile, info.title, info.summary, [
    `${info.summary} This unofficial reference documents what is known, lists all ${indexedPages(contract).length} operations, and marks every unknown. Nothing is guessed.`,
    origin,
    ...createFirstCall(contract, mockUrl),
    callable.length > 0 && "## Operations you can call today",
    listOperations(contract, callable.slice(0, 8)),
    callable.length > 0 && playground,
    "## How much is known",
    `${describeCoverage(contract)}\n\n![The operations by area and by how much is known of them](coverage.svg) [All operations](/all-operations.html)`,
    "## About this contract",
    info.description,
    "## Base URL",
    { kind: "fields", fields: createServerFields(knownServers) },
    ...servers
      .filter((server) => !knownServers.includes(server))
      .flatMap(({ description, variables = {} }) => [
        description,
        ...Object.values(variables).map(({ default: value }) => `The default is \`${value}\`.`),
      ]),
    ...schemes.flatMap(([name, { description }]) => [
      hasOneToken(contract) ? "## Token" : `## Credential \`${name}\``,
      description,
    ]),
    "## API-wide unknowns",
    {
      kind: "unknowns",
      unknowns: apiUnknowns.map(({ id, description }) => ({ name: id, words: description })),
    },
  ]);
}

const origin = `It's generated from a contract, an OpenAPI document, which the phone-agent-api authors wrote from a partial description of the service. It isn't by the service's operator. It comes with a TypeScript client, a mock server and a test server.

To begin, read [Get started](/guides/get-started.html).`;

function createFirstCall(contract: Contract, mockUrl?: string): BlockSource[] {
  const first = findFirstCall(contract, mockUrl);
  if (!first) return [];
  const { call, label, response } = first;
  return [
    firstCall,
    { kind: "code", title: "Request", samples: samplesOf(call), languages: true },
    {
      kind: "code",
      title: "Response of the mock",
      samples: [{ label, language: "json", code: response }],
    },
  ];
}

const firstCall = `## Your first call

In a clone of the project, with Node 20.19 or later, this runs the mock and this reference:

\`\`\`sh
npm ci && npm start
\`\`\`

Then call the mock. [Authentication](/guides/authentication.html) says how to send a token of yours.`;

const playground =
  'The page of each has a playground, "Try it", which sends requests to the mock. Without the mock, even from disk, it runs the test server in the page. It also writes a [test for your code](/guides/test-your-code.html#try-it-in-the-browser).';

/** Returns the servers of the contract whose address is known. */
export const homeServersOf = ({ servers }: Contract): ServerObject[] =>
  servers.filter((server) => knownServersOf({ servers: [server] }).length > 0);

const createServerFields = (knownServers: ServerObject[]): Field[] =>
  knownServers.map(({ url, description = "", variables = {} }) => ({
    name: url,
    description,
    fields: Object.entries(variables).map(
      ([name, { default: value, enum: values = [], description: words = "" }]) => ({
        name,
        type: values.map((choice) => JSON.stringify(choice)).join(" or "),
        description: `${words} Default \`${value}\`.`.trim(),
      }),
    ),
  }));

export function createOperationsPage(contract: Contract): Page {
  const summary = describeCoverage(contract);
  return createPage("index", allOperationsFile, "All operations", summary, [
    summary,
    nameOnly,
    ...contract.tags.flatMap((tag): BlockSource[] => [
      `## ${tag.name}`,
      tag.description,
      createUnknowns(contract, tag),
      `[This area and its unknowns](/${areaFile(tag.name)})`,
      listOperations(contract, operationsIn(contract, tag.name)),
    ]),
  ]);
}

/** Builds a page for each area: its operations, and the unknowns of them and of itself. */
export const createAreaPages = (contract: Contract): Page[] =>
  contract.tags.map(({ name, description = "" }) => {
    const unknowns = unknownPages(contract).filter(({ area }) => area === name);
    return createPage("area", areaFile(name), name, summaryOf(description) || `${name}.`, [
      description,
      "## Operations",
      listOperations(contract, operationsIn(contract, name)),
      unknowns.length > 0 && "## Unknowns",
      unknowns.map((unknown) => writeUnknown(unknown, name)).join("\n"),
    ]);
  });

const operationsIn = (contract: Contract, name: string): IndexedPage[] =>
  indexedPages(contract).filter(({ area }) => area === name);

const listOperations = (contract: Contract, entries: IndexedPage[]): BlockSource => ({
  kind: "operations",
  operations: entries.map((entry) => ({
    method: entry.method,
    title: entry.title,
    address: `/${entry.file}`,
    completeness: describeCompleteness(contract, entry),
    ...(deletesByName(entry) && { caution: deletionCaution }),
  })),
});

const writeUnknown = (unknown: PlacedUnknown, area: string): string => {
  const { id, subject, description, file } = unknown;
  return `- ${subject === area ? "" : `${subject}: `}${description} ([\`${id}\`](/${file}#${id}))`;
};

export function createUnknownsPage(contract: Contract): Page {
  const entries = unknownPages(contract);
  const summary = `This contract marks ${entries.length} unknowns: facts about the service for which there is no evidence yet.`;
  return createPage("index", unknownsFile, "What isn't known", summary, [
    `${summary} Each is also on the page of its subject, which its id links to.`,
    `Do you know one of them? If you have seen it in the service's traffic, or its operator has told you, [report the fact](${factAddress({})}). A guess doesn't close an unknown.`,
    ...[wholeApi, ...contract.tags.map(({ name }) => name)].flatMap((area) => {
      const entriesOfArea = entries.filter((entry) => entry.area === area);
      const lines = entriesOfArea.map((entry) => writeUnknown(entry, area));
      return lines.length > 0 ? [`## ${area}`, lines.join("\n")] : [];
    }),
  ]);
}

function describeCompleteness(
  contract: Contract,
  { file, knowledge, otherName }: IndexedPage,
): string {
  if (knowledge === "name") return "name only";
  const count = unknownPages(contract).filter((unknown) => unknown.file === file).length;
  const words = { documented: "", observed: "observed", path: "path only" }[knowledge];
  const unknownWords = count > 0 && countNoun(count, "unknown");
  const details = [words, unknownWords].filter(Boolean).join(", ") || knowledge;
  return otherName ? `${details}, "${otherName}" in the description` : details;
}
