import {
  type Answer,
  type Contract,
  describeUnknowns,
  documentedOperations,
  type Example,
  isKnownByPathOnly,
  type LocatedOperation,
  type Operation,
  type Parameter,
  unknowns,
} from "../contract.ts";
import { catalogue, catalogueHtml, count, nameOnly } from "./catalogue.ts";
import { escapeHtml } from "./escape.ts";
import { fieldsOf } from "./fields.ts";
import type { Guide } from "./guides.ts";
import { failureUnknowns, mark, placeOf, tagAddress } from "./places.ts";
import { readSamples } from "./samples.ts";
import { aboutText } from "./text.ts";

/** The contract as Redoc is to show it: what can be derived from it is added here, and never in the contract. */
export function presentation(contract: Contract, guides: Guide[], pages: Guide[]): object {
  const shown = describeUnknowns(contract, mark);
  const { "x-operation-index": _, ...rest } = shown;
  const whole = unknowns(contract).filter(({ pointer }) => placeOf(contract, pointer).address === "#/");
  const { title, version, description, ...info } = shown.info;
  const entries = catalogue(contract);
  const areas = shown.tags.map(({ name, description }) => {
    const own = entries.filter(({ area }) => area === name);
    const note = own.some(({ known }) => known === "name") ? `${nameOnly}\n\n` : "";
    return { name, description: `${description}\n\n${note}${catalogueHtml(own)}` };
  });
  return {
    ...rest,
    info: {
      title,
      version,
      ...info,
      description: [
        figures(contract),
        description,
        heading("Not shown of the API as a whole"),
        whole.map(({ id, sentence }) => mark(id, sentence)).join(" "),
      ].join("\n\n"),
    },
    servers: shown.servers.map(defaultServer),
    tags: [...guides, ...pages].map(page).concat(areas as never[]),
    "x-tagGroups": [
      { name: "Guides", tags: guides.map(({ title }) => title) },
      { name: "Index", tags: pages.map(({ title }) => title) },
      { name: "Operations by area", tags: areas.map(({ name }) => name) },
    ],
    paths: withPresentation(shown),
  };
}

/** How much is known, in four numbers that lead on. */
function figures(contract: Contract): string {
  const entries = catalogue(contract);
  const all = tagAddress("All operations");
  const figure = (address: string, number: number, words: string) =>
    `<a href="${address}"><b>${number} </b><span>${words}</span></a>`;
  return `<div class="figures">${[
    figure(all, count(entries, "documented"), "operations documented"),
    figure(all, count(entries, "path"), "known by path only"),
    figure(all, count(entries, "name"), "known by name only"),
    figure(tagAddress("What is not known"), unknowns(contract).length, "things not shown"),
  ].join("")}</div>`;
}

/** As a Markdown heading, Redoc would make a section of its own of each part, far apart and rendered late. */
const heading = (text: string) => `<h3>${text}</h3>`;

function page({ title, text }: Guide): object {
  const parts = text.split(/(^```.*?^```$)/ms).map((part, at) =>
    at % 2 === 0
      ? part.replaceAll(/^## (.+)$/gm, (_, words: string) => heading(words))
      : // What scrolls sideways takes along what lies on it, so the copy button needs a box around the code.
        `<div class="code">\n\n${part}\n\n</div>`,
  );
  return { name: title, description: parts.join(""), "x-traitTag": true };
}

/** Redoc takes an address that begins with a variable for a relative one, and puts its own page's before it. */
function defaultServer({ url, variables = {} }: Contract["servers"][number]): object {
  return {
    url: url.replaceAll(/\{(\w+)\}/g, (variable, name: string) => variables[name]?.default ?? variable),
    description: "The mock on your own machine. The address of the service is not shown.",
  };
}

/** Redoc finds no operation by its id, tells of the token behind a click, and of repeats nowhere. */
function about(operation: Operation): string {
  const token = isKnownByPathOnly(operation)
    ? "The samples send the API token in the query, as `token`. Whether it is needed is not shown."
    : "It requires the API token in the query, as `token`.";
  return `${aboutText(operation)} ${token}`;
}

/** What "Try it" sends, made of the contract's own examples. Where a required input has none that fits, nothing. */
function tryIt({ method, path, operation }: LocatedOperation): string {
  const body = exampleOf(operation.requestBody?.content["application/json"]);
  if (operation.requestBody?.required && !body) return "";
  const query = new URLSearchParams({ token: "example" });
  let address = path;
  for (const input of (operation.parameters ?? []).filter(({ required }) => required)) {
    const example = exampleOf(input);
    if (!example || typeof example.value === "object") return "";
    const value = String(example.value);
    if (input.in === "path") address = address.replace(`{${input.name}}`, encodeURIComponent(value));
    else query.set(input.name, value);
  }
  const sent = { method, path: `${address}?${query}`, body: body?.value };
  return `<span data-try-it="${escapeHtml(JSON.stringify(sent))}"></span>`;
}

const exampleOf = (node: { examples?: Record<string, Example> } | undefined): Example | undefined =>
  Object.values(node?.examples ?? {})[0];

function withPresentation(shown: Contract): Contract["paths"] {
  const paths = structuredClone(shown.paths);
  for (const located of documentedOperations(shown)) {
    const { method, path, operation } = located;
    Object.assign(paths[path] ?? {}, {
      [method.toLowerCase()]: {
        ...operation,
        description: `${operation.description}\n\n${about(operation)}${tryIt(located)}`,
        ...(operation.parameters && { parameters: listInputs(operation.parameters, shown) }),
        responses: withSentences(shown, operation.responses),
        // The colour that Redoc is told becomes a class, and ours knows light and dark.
        "x-badges": [isKnownByPathOnly(operation) ? badge("path only", "path") : badge("documented", "documented")],
        "x-codeSamples": readSamples(operation.operationId),
      },
    });
  }
  return paths;
}

const badge = (name: string, color: string) => ({ name, color });

/** Redoc shows one of several alternatives at a time: inputs without a name are listed one below the other instead. */
function listInputs(parameters: Parameter[], shown: Contract): Parameter[] {
  return parameters.map((parameter) => {
    const inputs = parameter.in === "query" ? fieldsOf(shown, parameter.schema) : [];
    if (inputs.length === 0) return parameter;
    const lines = inputs.map(({ name, type, description }) => `1. **${name}** (${type}): ${description}`);
    return { ...parameter, description: `${parameter.description}\n\n${lines.join("\n")}`, schema: { type: "object" } };
  });
}

const noBody = '<span class="not-shown"><b>Not shown</b> What the body holds is not shown.</span>';

/** Where there is no example Redoc makes one up, and where there is no content it says that there is none. */
function withSentences(contract: Contract, answers: Record<string, Answer>): Record<string, Answer> {
  const copy = structuredClone(answers);
  for (const [status, answer] of Object.entries(copy)) {
    const marks = Object.entries(status === "default" ? failureUnknowns(contract) : {});
    answer.description = [answer.description, ...marks.map(([id, sentence]) => mark(id, sentence))].join(" ");
    if (answer["x-not-shown"]) answer.content ??= { "not shown": { schema: {} } };
    for (const media of Object.values(answer.content ?? {})) {
      // An example without a value shows its sentence.
      media.examples ??= {
        "not-shown": { summary: "Not shown", description: noBody } as never,
      };
    }
  }
  return copy;
}
