import { element } from "../dom.ts";
import { notesOf } from "./notes.ts";
import { reasons } from "./reasons.ts";
import type { PlaygroundRequest } from "./request.ts";
import type { PlaygroundResponse } from "./send.ts";

/** Creates the elements that show a response. */
export function responseParts(response: PlaygroundResponse, request: PlaygroundRequest): HTMLElement[] {
  const { status, headers, body, broken, time } = response;
  const line = element(
    "p",
    { class: "status" },
    element("b", { class: status < 300 ? "good" : "bad" }, `${status} ${reasons[status] ?? ""}`.trim()),
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
