import type { Form } from "./playground/form.ts";
import { renderTabs } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";
import { renderCodeBlock } from "./render/text.ts";

/**
 * Renders the playground of an operation. Its form is in the page from the start, so that nothing moves when the script
 * enables it.
 * @param server The address of the test server's script, relative to the page.
 */
export function renderPlayground({ operation, body, choices }: Form, server: string): string {
  const inputs = operation.fields.map(({ name, in: location, text }) =>
    location === "free"
      ? renderLabel("Query", "parameters, names unknown", renderInput('placeholder="a=1&amp;b=true"'))
      : renderLabel(`<code>${escapeHtml(name)}</code>`, location, renderInput(`value="${escapeHtml(text)}"`)),
  );
  const textarea = `<textarea name="body" rows="8" ${textAttributes}>${escapeHtml(body)}</textarea>`;
  const content = operation.body ? renderLabel("Body", escapeHtml(operation.body.type), textarea) : "";
  const select = `<select name="response"><option value="">The usual response</option>${renderChoices(choices).join("")}</select>`;
  const response = `<div class="playground-result"><p>Trying needs JavaScript. The samples work without.</p><div class="playground-output" role="region" aria-label="Response" aria-live="polite"></div></div>`;
  return `<section class="playground" aria-labelledby="try-it" data-request="${escapeHtml(JSON.stringify(operation))}" data-server="${escapeHtml(server)}">
<h2 id="try-it">Try it</h2>
<form><fieldset disabled>
${[...inputs, content].join("\n")}
${renderLabel("Response", "of the mock", select)}
${renderLabel("Delay", "in ms", '<input name="delay" type="number" min="0" max="600000" placeholder="0">')}
<button type="submit" class="primary">Send</button>
</fieldset></form>
${renderTabs("Result", [
  { label: "Response", html: response },
  { label: "As a test", html: renderCodeBlock("", "") },
])}
</section>
`;
}

const textAttributes = 'autocomplete="off" autocapitalize="off" spellcheck="false"';

const renderInput = (attributes: string) => `<input name="value" ${attributes} ${textAttributes}>`;

const renderLabel = (label: string, hint: string, control: string) =>
  `<label>${label} <small>${hint}</small>${control}</label>`;

const renderChoices = (choices: Form["choices"]) =>
  choices.map(([group, options]) => {
    const elements = options.map(
      ([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`,
    );
    return `<optgroup label="${group}">${elements.join("")}</optgroup>`;
  });
