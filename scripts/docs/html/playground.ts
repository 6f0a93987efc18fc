import { STATUS_CODES } from "node:http";
import { faults } from "../../../src/core/preferences.ts";
import { examplesOf } from "../../../src/openapi/contents.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { type Html, html } from "../../tools/html.ts";
import { testRunners } from "../browser/playground/test-code.ts";
import type { Heading } from "../model/page.ts";
import { type CallParameter, type OperationCall, textOf, toRequest } from "../samples/call.ts";
import { samplesOf } from "../samples/samples.ts";
import { renderCodeBlock, renderHeading, renderTabs } from "./blocks.ts";

export const tryIt: Heading = { kind: "heading", level: 2, id: "try-it", title: "Try it" };

/**
 * Renders the playground of an operation, filled in with the values that the samples send. Its form
 * is in the page from the start, so that nothing moves when the script enables it.
 * @param server The address of the test server's script, relative to the page.
 */
export function renderPlayground(
  call: OperationCall,
  responses: Operation["responses"],
  server: string,
): Html {
  const { values, body } = formTextsOf(call);
  const inputs = call.parameters.map(({ name, in: location, isFreeForm }, index) =>
    isFreeForm
      ? renderLabel(
          "Query",
          "parameters, names unknown",
          renderInput(html`placeholder="a=1&amp;b=true"`),
        )
      : renderLabel(
          html`<code>${name}</code>`,
          location,
          renderInput(html`value="${values[index]}"${location === "path" && html` required`}`),
        ),
  );
  const textarea = html`<textarea name="body" rows="8" ${textAttributes}>${body}</textarea>`;
  const content = call.body && renderLabel("Body", call.body.type, textarea);
  const select = html`<select name="response"><option value="">Default: the first example</option>${choicesOf(responses).map(renderChoices)}</select>`;
  const renderCount = (name: string, min: number, max: number, placeholder: string) =>
    html`<input name="${name}" type="number" min="${min}" max="${max}" placeholder="${placeholder}">`;
  const response = html`<div class="playground-result"><p>To try it, turn on JavaScript. The samples work without it.</p><div class="playground-output" role="region" aria-label="Response" aria-live="polite"></div></div>`;
  const codes = [
    ...samplesOf(call).map(({ label }) => label),
    ...testRunners.map((runner) => `Test (${runner})`),
  ];
  const result = renderTabs("Result", "result", [
    { label: "Response", content: response },
    ...codes.map((label) => ({ label, content: renderCodeBlock("", "", "", label) })),
  ]);
  return html`<section class="playground columns" aria-labelledby="try-it" data-call="${JSON.stringify(call)}" data-server="${server}">
${renderHeading(tryIt)}
<form><fieldset disabled>
${inputs}${content}
${renderLabel("Response", "of the mock", select)}
${renderLabel("Delay", "in ms", renderCount("delay", 0, 600_000, "0"))}
${renderLabel("Times", "then the default", renderCount("times", 1, 1_000_000, "always"))}
<button type="submit" class="primary">Send</button>
</fieldset></form>
${result}
</section>
`;
}

/**
 * Returns the texts of a form, one for each parameter and that of the body. A value that isn't sent
 * has none.
 */
export function formTextsOf(call: OperationCall): { values: string[]; body: string } {
  const { parameters, body, missingValues } = call;
  const toText = ({ value = "" }: CallParameter) =>
    typeof value === "string" ? value : JSON.stringify(value);
  return {
    values: parameters.map((parameter) =>
      parameter.isFreeForm || missingValues.includes(parameter.name) ? "" : toText(parameter),
    ),
    body:
      !body || missingValues.includes("body")
        ? ""
        : typeof body.value === "object"
          ? JSON.stringify(body.value, null, 2)
          : textOf(body, toRequest(call)),
  };
}

const textAttributes = html`autocomplete="off" autocapitalize="off" spellcheck="false"`;

const renderInput = (attributes: Html) =>
  html`<input name="value" ${attributes} ${textAttributes}>`;

const renderLabel = (label: string | Html, hint: string, control: Html) =>
  html`<label>${label} <small>${hint}</small>${control}</label>`;

type Choices = [group: string, options: [preference: string, words: string][]];

const renderChoices = ([group, options]: Choices): Html =>
  html`<optgroup label="${group}">${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}</optgroup>`;

export function choicesOf(responses: Operation["responses"]): Choices[] {
  const examples = responses.flatMap(({ code, contents }) =>
    contents.flatMap(({ node = {} }) =>
      examplesOf(node).map(([name, { summary }]): [string, string] => {
        const example = `example=${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`;
        // The mock responds to the name of such an example with this status code, too.
        const status = code === "default" ? "500" : code.replace("XX", "00");
        const preference = /^[3-5]/.test(status) ? `code=${status}, ${example}` : example;
        return [preference, `${name}: ${summary}`];
      }),
    ),
  );
  const codes = responses.map(({ code }) => code);
  const openCodes = commonFailures.filter(
    (code) =>
      !codes.includes(code) && (codes.includes("default") || codes.includes(`${code[0]}XX`)),
  );
  const statuses = (options: string[]) =>
    options.map((code): [string, string] => [
      `code=${code}`,
      `${code} ${STATUS_CODES[code] ?? ""}`.trim(),
    ]);
  const groups: Choices[] = [
    // Several media types can have an example of one name.
    ["Examples", [...new Map(examples)]],
    ["Documented status codes", statuses(codes.filter((code) => /^[3-5]\d\d$/.test(code)))],
    ["Status codes that the contract leaves open", statuses(openCodes)],
    ["Faults on the wire", faults.map((fault) => [`fault=${fault}`, faultWords[fault]])],
  ];
  return groups.filter(([, options]) => options.length > 0);
}

/** The failures that a form offers if the contract leaves status codes open. */
const commonFailures = ["400", "401", "403", "404", "409", "422", "429", "500", "503"];

const faultWords: Record<(typeof faults)[number], string> = {
  reset: "reset: the connection is reset",
  stall: "stall: half of the body, then silence",
  truncate: "truncate: half of the body, then the end",
  garbage: "garbage: a body that isn't JSON",
};
