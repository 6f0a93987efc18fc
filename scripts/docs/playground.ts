import type { Contract, PathOperation } from "../contract.ts";
import { type Form, formOf } from "./playground/form.ts";
import { tabsHtml } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";

/**
 * The playground of an operation. Its form is in the page as it will be used, so that nothing moves when its script
 * takes over.
 * @param server The script of the test server, from the page.
 */
export function playground(contract: Contract, located: PathOperation, server: string): string {
  const { operation, values, body, choices } = formOf(contract, located);
  const inputs = operation.fields.map(({ in: location, wire }, index) =>
    location === "free"
      ? labeled("Query", "parameters, names unknown", `<input name="value" placeholder="a=1&amp;b=true" ${plain}>`)
      : labeled(
          `<code>${escapeHtml(wire)}</code>`,
          location,
          `<input name="value" value="${escapeHtml(values[index] ?? "")}" ${plain}>`,
        ),
  );
  const content = operation.bodyType
    ? labeled(
        "Body",
        escapeHtml(operation.bodyType),
        `<textarea name="body" rows="8" ${plain}>${escapeHtml(body)}</textarea>`,
      )
    : "";
  const response = `<div class="playground-output" role="region" aria-label="Response" aria-live="polite"><p class="empty">Send the request to see the response.</p></div>`;
  const test = `<div class="code"><pre tabindex="0"><code></code></pre></div>`;
  return `<section class="playground" aria-labelledby="try-it" data-request="${escapeHtml(JSON.stringify(operation))}" data-server="${escapeHtml(server)}">
<h2 id="try-it">Try it</h2>
<p class="playground-about">Trying needs JavaScript. The samples work without.</p>
<form><fieldset disabled>
${[...inputs, content].join("\n")}
${labeled("Response", "of the mock", `<select name="response">${options(choices)}</select>`)}
${labeled("Delay", "in ms", '<input name="delay" type="number" min="0" max="600000" placeholder="0">')}
<div class="playground-send"><button type="submit">Send</button>
<select name="server" aria-label="Where it is sent" hidden><option value="mock">to the mock server</option><option value="page">to the test server in this page</option></select></div>
</fieldset></form>
${tabsHtml("Result", [
  { label: "Response", html: response },
  { label: "As a test", html: test },
])}
</section>
`;
}

const plain = 'autocomplete="off" autocapitalize="off" spellcheck="false"';

const labeled = (label: string, hint: string, control: string) =>
  `<label><span class="playground-label">${label} <small>${hint}</small></span>${control}</label>`;

const options = (choices: Form["choices"]) =>
  [
    '<option value="">The usual response</option>',
    ...choices.map(([group, all]) => {
      const each = all.map(([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`);
      return `<optgroup label="${group}">${each.join("")}</optgroup>`;
    }),
  ].join("");
