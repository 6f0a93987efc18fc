import { element } from "../dom.ts";
import { reasons } from "./reasons.ts";
import type { PlaygroundRequest } from "./request.ts";
import type { PlaygroundResponse } from "./send.ts";

/** Creates the elements that show a response. */
export function createResponseParts(response: PlaygroundResponse, request: PlaygroundRequest): HTMLElement[] {
  const { status, headers, body, broken, time } = response;
  const line = element(
    "p",
    { class: "status row" },
    element("b", status < 300 ? {} : { class: "bad" }, `${status || "Redirect"} ${reasons[status] ?? ""}`.trim()),
    element("span", {}, `${Math.round(time)} ms`),
    ...(broken ? [element("span", { class: "bad" }, broken)] : []),
  );
  const notes = notesOf(new Map(headers), request).map((note) => element("li", {}, ...inlineCode(note)));
  const list = element("pre", { tabindex: "0" }, headers.map(([name, value]) => `${name}: ${value}`).join("\n"));
  return [
    line,
    ...(notes.length > 0 ? [element("ul", {}, ...notes)] : []),
    element("details", {}, element("summary", {}, `${headers.length} headers`), list),
    element("pre", { tabindex: "0" }, indentJson(body) || "The response has no body."),
  ];
}

const inlineCode = (text: string) =>
  text.split("`").map((piece, index) => (index % 2 ? element("code", {}, piece) : piece));

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Describes the source of a response, its made-up parts, and the parameters without effect. */
export function notesOf(headers: ReadonlyMap<string, string>, { response, free, result }: PlaygroundRequest): string[] {
  const example = headers.get("mock-example");
  const unspecified = (headers.get("mock-unspecified") ?? "").split(/, */).filter(Boolean);
  const names = free.map(([name]) => `\`${name}\``);
  // A body isn't made up if it's absent, or if a fault replaces it.
  const madeUpParts = unspecified.filter(
    (name) => name !== "body" || (result.kind !== "nothing" && !response.startsWith("fault=")),
  );
  return [
    faults[response] ?? sources[headers.get("mock-source") ?? ""]?.(example) ?? "",
    ...madeUpParts.map(
      (name) => madeUp[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}: made up, the contract has no value.`,
    ),
    names.length > 0
      ? `No effect: ${names.join(", ")}. The service's names are unknown, so the mock ignores every name.`
      : "",
    headers.has("mock-undeclared") && names.length === 0
      ? `Not in the contract: ${headers.get("mock-undeclared")}.`
      : "",
  ].filter(Boolean);
}

const faults: Record<string, string> = {
  "fault=truncate": "Body: half of the example, as chosen.",
  "fault=garbage": "Body: no JSON, as chosen.",
  "fault=stall": "Body: half of the example, then silence, as chosen.",
};

const sources: Record<string, (example?: string) => string> = {
  contract: (example) => (example ? `Body: the contract's synthetic example \`${example}\`.` : ""),
  tester: () => "Body: yours.",
  generated: () => "Body: made up from the schema.",
  mock: () => "Rejected by the mock: the header `mock-rejection` says why.",
};

const madeUp: Record<string, string> = {
  status: "Status code: made up, the service's is unknown.",
  body: "Body: made up, the service's is unknown.",
  unreadOnly: "The unread-only input has no effect here.",
};
