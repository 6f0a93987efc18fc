import { type Contract, knownOperations, type PathOperation } from "../contract.ts";
import { countText } from "./catalogue.ts";
import { firstCall } from "./first-call.ts";
import type { Page } from "./model/page.ts";
import { methodHtml } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";
import { codeBlock } from "./render/text.ts";

/**
 * The first screen: what this is, the first call with its response, what can be called, and how much is known.
 * @param about The contract's own words, which come last.
 */
export function homeHtml(contract: Contract, pages: Page[], about: string): string {
  const { info } = contract;
  const total = knownOperations(contract).length;
  return `<article class="home">
<header>
<div>
<p class="eyebrow">Unofficial API reference</p>
<h1>${escapeHtml(info.title)}</h1>
<p class="lead">${escapeHtml(info.summary)} This reference documents what is known, lists all ${total} operations, and marks every unknown. Nothing is guessed.</p>
<p>Written by the phone-agent-api authors from a partial description of the service, not by its operator. It comes with a TypeScript client, a mock server and a test server.</p>
<p class="step">Run the mock and this reference, in a clone of the project:</p>
${codeBlock("bash", "npm ci && npm start", "")}
<p class="links"><a class="primary" href="guides/get-started.html">Get started</a><a href="all-operations.html">All operations</a></p>
</div>
<div class="first-call">${firstCallHtml(contract)}</div>
</header>
<section aria-labelledby="call-today">
<h2 id="call-today">Operations you can call today</h2>
<ul class="cards">${cards(pages)}</ul>
</section>
<section aria-labelledby="coverage">
<h2 id="coverage">How much is known</h2>
<p>${escapeHtml(countText(contract))}</p>
<a class="coverage" href="all-operations.html"><img src="coverage.svg" width="760" alt="The operations by area and by how much is known of them. All operations are listed as text." loading="lazy"></a>
</section>
<section class="about" aria-labelledby="about">
<h2 id="about">About this contract</h2>
${about.replaceAll(/<(\/?)h2/g, "<$1h3")}
</section>
</article>`;
}

function firstCallHtml(contract: Contract): string {
  const call = firstCall(contract);
  if (!call) return "";
  return `<h2>Your first call</h2>
${codeBlock("bash", `curl '${call.address}'`, "Request")}
${codeBlock("json", call.response, `The mock responds: ${call.label}`)}`;
}

const most = 8;

/** Lists the operations that can be called: reads first, then those known by path only, and deletions last. */
function cards(pages: Page[]): string {
  const callable = pages.flatMap(({ entry, ...page }) =>
    entry?.pathOperation ? [{ ...page, located: entry.pathOperation }] : [],
  );
  const order = ({ method, known }: PathOperation) =>
    method === "DELETE" ? 3 : method !== "GET" ? 2 : known === "path" ? 1 : 0;
  const card = ({ file, title, summary, located: { method, path, known } }: (typeof callable)[number]) =>
    `<li><a href="${file}"><strong>${escapeHtml(title)}</strong>${known === "path" ? ' <span class="known">path only</span>' : ""}<span>${methodHtml(method)} <code>${escapeHtml(path)}</code></span><span>${escapeHtml(summary)}</span></a></li>`;
  const isCut = callable.length > most;
  const more = `<li class="more"><a href="all-operations.html"><strong>All ${callable.length} operations</strong></a></li>`;
  const shown = callable
    .sort((one, other) => order(one.located) - order(other.located))
    .slice(0, isCut ? most - 1 : most);
  return shown.map(card).join("\n") + (isCut ? more : "");
}
