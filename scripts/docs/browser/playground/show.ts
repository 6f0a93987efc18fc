import { isMockSource, type Source } from "../../../../src/core/exchange.ts";
import { parseJson } from "../../../../src/openapi/json.ts";
import { element } from "../dom.ts";
import { createCode } from "./code.ts";
import type { PlaygroundRequest } from "./request.ts";
import type { PlaygroundResponse } from "./send.ts";

export function createResponseParts(
  { sent, response, body, broken = "", time }: PlaygroundResponse,
  request: PlaygroundRequest,
): HTMLElement[] {
  const { status, statusText, headers } = response;
  // The test server in the page gives no words for a status code, but the form has those of
  // failures.
  const choice = document.querySelector(`option[value="code=${status}"]`)?.textContent;
  const words = choice ?? `${status || "Redirect"} ${status === 200 ? "OK" : statusText}`;
  const text =
    JSON.stringify(parseJson(body), null, 2) ??
    (body || (broken ? "" : "The response has no body."));
  const isJson = /json/.test(headers.get("content-type") ?? "") && body !== "";
  return [
    element(
      "p",
      { class: "status row" },
      element("b", { class: status < 300 ? "" : "bad" }, words),
      element("span", {}, `${Math.round(time)} ms`),
      element("span", { class: "bad" }, broken),
    ),
    element(
      "ul",
      {},
      ...notesOf(headers, request).map((note) => element("li", {}, ...inlineCode(note))),
    ),
    createHeaders(`Request: ${request.method} ${sent.target}`, sent.headers),
    createHeaders("Headers of the response", [...headers]),
    ...(text ? [createCode(text, "the body", isJson ? "json" : undefined)] : []),
  ];
}

const createHeaders = (title: string, headers: [name: string, value: string][]) =>
  element(
    "details",
    {},
    element("summary", {}, title),
    createCode(headers.map(([name, value]) => `${name}: ${value}`).join("\n"), "the headers"),
  );

const inlineCode = (text: string) =>
  text.split("`").map((piece, index) => (index % 2 ? element("code", {}, piece) : piece));

/** Describes the source of a response, its made-up parts, and the parameters without effect. */
export function notesOf(
  headers: Headers,
  { response, result, parameters }: PlaygroundRequest,
): string[] {
  const [source, example] = [headers.get("mock-source"), headers.get("mock-example")];
  const sources: Record<Source, string> = {
    contract: example
      ? `Body: the contract's synthetic example \`${decodeURIComponent(example)}\`.`
      : "",
    tester: "Body: yours.",
    generated: "Body: made up from the schema.",
    mock: `Rejected by the mock: ${headers.get("mock-rejection")}`,
  };
  const isFault = response.startsWith("fault=");
  // A body isn't made up if it's absent, or if a fault replaces it.
  const hasBody = result !== "nothing" && !isFault;
  const unspecified = headers.get("mock-unspecified")?.split(", ") ?? [];
  const madeUpParts = unspecified.filter((name) => name !== "body" || hasBody);
  const chosenParts = madeUpParts.filter((name) => name in words);
  const timesLeft = Number(headers.get("mock-times-left"));
  const guessedNames = parameters.flatMap(({ isFreeForm, value, name }) =>
    isFreeForm && value !== undefined ? `\`${name}\`` : [],
  );
  return [
    !isFault && isMockSource(source) ? sources[source] : "",
    chosenParts.length > 0
      ? `Chosen by the mock: ${chosenParts.map((name) => words[name]).join(", ")}. The service's ${chosenParts.length > 1 ? "are" : "is"} unknown.`
      : "",
    ...madeUpParts.flatMap((name) => (name in words ? [] : `Not mocked: ${name}.`)),
    faultNotes[response] ?? "",
    timesLeft > 0
      ? `${timesLeft === 1 ? "The next request gets" : `The next ${timesLeft} requests get`} this response, too.`
      : "",
    guessedNames.length > 0
      ? `Guessed: ${guessedNames.join(", ")}. The contract has no names for these inputs, and the mock ignores those that \`--junk-input-name\` doesn't name.`
      : "",
  ].filter(Boolean);
}

const words: Record<string, string> = { status: "status code", body: "body" };

const faultNotes: Record<string, string> = {
  "fault=stall": "As chosen, the rest of the body never arrives. Press Cancel to stop waiting.",
  "fault=garbage": "As chosen, the body says that it's JSON and isn't.",
  "fault=truncate": "As chosen, the body ends too early.",
};
