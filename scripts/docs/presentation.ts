import {
  type Contract,
  describeUnknowns,
  documentedOperations,
  knownOperations,
  type LocatedOperation,
  marksOf,
  type Parameter,
  type ResponseObject,
  unknownSentence,
  unknowns,
} from "../contract.ts";
import { count, nameOnly } from "./catalogue.ts";
import { escapeHtml } from "./escape.ts";
import { fieldsOf } from "./fields.ts";
import type { Guide } from "./guides.ts";
import { describe, describeInline, unknownText } from "./markdown.ts";
import { areaText } from "./pages.ts";
import { tagAddress } from "./places.ts";
import { sampleRequest } from "./samples/request.ts";
import { samplesOf } from "./samples.ts";
import { aboutText, apiUnknowns, fieldList } from "./text.ts";

/** The contract as Redoc gets it. Whatever can be derived is added here, not in the contract. */
export function presentation(contract: Contract, guides: Guide[], pages: Guide[]): object {
  const shown = describeUnknowns(contract, (id, description) => describeInline(unknownText(id, description)));
  const { "x-operation-index": _, ...rest } = shown;
  return {
    ...rest,
    info: {
      ...contract.info,
      description: figures(contract) + describe(`${contract.info.description}\n\n${apiUnknowns(contract)}`),
    },
    servers: contract.servers.map(defaultServer),
    tags: [
      ...[...guides, ...pages].map(({ title, text }) => ({
        name: title,
        description: describe(text),
        "x-traitTag": true,
      })),
      ...contract.tags.map((tag) => ({ name: tag.name, description: describe(areaDescription(contract, tag)) })),
    ],
    "x-tagGroups": [
      { name: "Guides", tags: guides.map(({ title }) => title) },
      { name: "Index", tags: pages.map(({ title }) => title) },
      { name: "Operations by area", tags: contract.tags.map(({ name }) => name) },
    ],
    paths: withPresentation(shown),
  };
}

/** How much is known, in four numbers that lead on. */
function figures(contract: Contract): string {
  const all = tagAddress("All operations");
  const figure = (address: string, number: number, words: string) =>
    `<a href="${address}"><b>${number} </b><span>${words}</span></a>`;
  return `<div class="figures">${[
    figure(all, count(contract, "documented"), "operations documented"),
    ...(count(contract, "observed") > 0 ? [figure(all, count(contract, "observed"), "observed in traffic")] : []),
    figure(all, count(contract, "path"), "known by path only"),
    figure(all, count(contract, "name"), "known by name only"),
    figure(tagAddress("What is not known"), unknowns(contract).length, "unknowns"),
  ].join("")}</div>\n`;
}

function areaDescription(contract: Contract, tag: Contract["tags"][number]): string {
  const isPartlyNamed = knownOperations(contract).some(({ area, known }) => area === tag.name && known === "name");
  return `${areaText(contract, tag)}${isPartlyNamed ? `\n\n${nameOnly}` : ""}`;
}

/** Redoc takes an address that begins with a variable for a relative one, and puts its own page's before it. */
function defaultServer({ url, variables = {} }: Contract["servers"][number]): object {
  const marks = Object.values(variables).flatMap(marksOf);
  return {
    url: url.replaceAll(/\{(\w+)\}/g, (variable, name: string) => variables[name]?.default ?? variable),
    description: ["The mock on your own machine.", ...marks.map((mark) => unknownSentence(...mark))].join(" "),
  };
}

function withPresentation(shown: Contract): Contract["paths"] {
  const paths: Record<string, Record<string, object>> = {};
  for (const located of documentedOperations(shown)) {
    const { method, path, operation, known } = located;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      ...operation,
      // Redoc's search ignores operation ids, its page hides the token behind a click, and omits retries.
      description: `${describe(`${operation.description}\n\n${aboutText(located)}`)}${tryIt(shown, located)}`,
      ...(operation.parameters && { parameters: operation.parameters.map((each) => listInputs(shown, each)) }),
      responses: withSentences(operation.responses),
      // Redoc turns the colour into a class, which the theme styles for light and dark.
      "x-badges": [badge(known === "path" ? "path only" : known, known)],
      "x-codeSamples": samplesOf(shown, located),
    };
  }
  return paths as unknown as Contract["paths"];
}

const badge = (name: string, color: string) => ({ name, color });

/** What "Try it" sends: what the samples send. */
function tryIt(contract: Contract, located: LocatedOperation): string {
  const { path, query, headers, body, token } = sampleRequest(contract, located);
  const search = new URLSearchParams([...(token ? [["token", "demo-token-not-secret"]] : []), ...query]);
  const request = { method: located.method, path: search.size > 0 ? `${path}?${search}` : path, headers, body };
  return `<span data-try-it="${escapeHtml(JSON.stringify(request))}"></span>`;
}

/** Redoc shows one of several alternatives at a time: inputs without a name are listed one below the other instead. */
function listInputs(shown: Contract, parameter: Parameter): Parameter {
  // Their descriptions name their unknowns already.
  const inputs = fieldsOf(shown, parameter.schema).map((input) => ({ ...input, unknowns: [] }));
  if (parameter.in !== "query" || inputs.length === 0) return parameter;
  const description = `${parameter.description}\n\n${describe(fieldList(inputs))}`;
  return { ...parameter, description, schema: { type: "object" } };
}

const unknownBody = { summary: "Unknown", description: '<span class="unknown"><b>Unknown:</b> Response body.</span>' };

/** Without an example Redoc makes one up, and without content it claims that there is none. */
function withSentences(responses: Record<string, ResponseObject>): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const content = response.content ?? (response["x-not-shown"] && { unknown: { schema: {} } });
      const media = Object.entries(content ?? {}).map(([type, each]) => [
        type,
        // An example without a value shows its description.
        { ...each, examples: each.examples ?? { unknown: unknownBody } },
      ]);
      return [status, content ? { ...response, content: Object.fromEntries(media) } : response];
    }),
  );
}
