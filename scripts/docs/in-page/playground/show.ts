import { element } from "../element.ts";
import { notesOf } from "./notes.ts";
import { reasons } from "./reasons.ts";
import type { Received } from "./send.ts";

/** A response as the reader sees it. */
export function responseParts({ status, statusText, headers, body, broken, time }: Received): HTMLElement[] {
  const names = new Map(headers);
  const line = element(
    "p",
    { class: "playground-status" },
    element(
      "b",
      { class: status < 300 ? "good" : "bad" },
      `${status || "Redirect"} ${statusText || (reasons[status] ?? "")}`.trim(),
    ),
    element("span", {}, `${Math.round(time)} ms`),
    ...(broken ? [element("span", { class: "playground-problem" }, broken)] : []),
  );
  const notes = notesOf(names).map((note) => element("li", {}, ...inlineCode(note)));
  const list = element("pre", { tabindex: "0" }, headers.map(([name, value]) => `${name}: ${value}`).join("\n"));
  return [
    line,
    ...(notes.length > 0 ? [element("ul", { class: "playground-notes" }, ...notes)] : []),
    element("details", {}, element("summary", {}, `${headers.length} headers`), list),
    element("pre", { tabindex: "0", class: "playground-body" }, indented(body) || "No body."),
  ];
}

/** Code, and a button that copies it. */
export function codeToCopy(code: string): HTMLElement {
  const button = element("button", { type: "button", class: "playground-copy" }, "Copy");
  button.onclick = async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  };
  return element("div", { class: "playground-code" }, button, element("pre", { tabindex: "0" }, code));
}

const inlineCode = (text: string) => text.split("`").map((piece, at) => (at % 2 ? element("code", {}, piece) : piece));

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
