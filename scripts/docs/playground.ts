import type { Contract, PathOperation } from "../contract.ts";
import { escapeHtml } from "./escape.ts";
import { type Form, formOf } from "./playground/form.ts";

/**
 * The playground of an operation. Its form stands in the page as it will be used, so that nothing moves when its script
 * takes over.
 * @param server The script of the test server, from the page.
 */
export function playground(contract: Contract, located: PathOperation, server: string): string {
  const { operation, values, body, choices } = formOf(contract, located);
  const inputs = operation.fields.map(({ in: place, wire }, at) =>
    place === "free"
      ? labelled(
          "Query",
          "parameters, their names are unknown",
          `<input name="value" placeholder="a=1&amp;b=true" ${plain}>`,
        )
      : labelled(
          `<code>${escapeHtml(wire)}</code>`,
          place,
          `<input name="value" value="${escapeHtml(values[at] ?? "")}" ${plain}>`,
        ),
  );
  const content = operation.bodyType
    ? labelled(
        "Body",
        escapeHtml(operation.bodyType),
        `<textarea name="body" rows="8" ${plain}>${escapeHtml(body)}</textarea>`,
      )
    : "";
  return `<section class="playground" aria-labelledby="try-it" data-request="${escapeHtml(JSON.stringify(operation))}" data-server="${escapeHtml(server)}">
<h2 id="try-it">Try it</h2>
<p class="playground-about">Trying needs JavaScript. The samples work without.</p>
<form><fieldset disabled>
${[...inputs, content].join("\n")}
${labelled("Response", "of the mock", `<select name="response">${options(choices)}</select>`)}
${labelled("Delay", "in milliseconds", '<input name="delay" type="number" min="0" max="600000" placeholder="0">')}
<div class="playground-send"><button type="submit">Send</button>
<select name="server" aria-label="Where it is sent" hidden><option value="mock">to the mock server</option><option value="page">to the test server in this page</option></select></div>
</fieldset></form>
<div class="playground-result">
<fieldset class="segments" disabled><legend>Show</legend>${segments}</fieldset>
<div class="playground-output" role="region" aria-label="Result" aria-live="polite"><p class="playground-empty">Send the request to see the response.</p></div>
</div>
</section>
`;
}

const plain = 'autocomplete="off" autocapitalize="off" spellcheck="false"';

const labelled = (label: string, hint: string, control: string) =>
  `<label><span class="playground-label">${label} <small>${hint}</small></span>${control}</label>`;

const options = (choices: Form["choices"]) =>
  [
    '<option value="">The usual response</option>',
    ...choices.map(([group, all]) => {
      const each = all.map(([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`);
      return `<optgroup label="${group}">${each.join("")}</optgroup>`;
    }),
  ].join("");

const segments = Object.entries({ response: "Response", curl: "curl", client: "TypeScript", test: "Test" })
  .map(([value, words], at) => {
    const checked = at === 0 ? " checked" : "";
    return `<label><input type="radio" name="show" value="${value}"${checked}><span>${words}</span></label>`;
  })
  .join("");
