import { type Contract, knownOperations } from "../contract.ts";
import { countText } from "./catalogue.ts";
import { coverageKinds } from "./coverage.ts";
import { escapeHtml } from "./escape.ts";
import { firstCall } from "./first-call.ts";
import { codeBlock } from "./markdown.ts";
import type { Page } from "./site.ts";
import { summaryOf } from "./summary.ts";

/**
 * The first screen: what this is, the first call with its response, what can be called, and how much is known.
 * @param about The text of the page, which comes last.
 */
export function homeHtml(contract: Contract, pages: Page[], about: string): string {
  const { info } = contract;
  const total = knownOperations(contract).length;
  const start = pages.find(({ address }) => address === "#/get-started");
  return `<article class="home">
<header>
<div>
<p class="eyebrow">Unofficial API reference</p>
<h1>${escapeHtml(info.title)}</h1>
<p class="lead">${escapeHtml(info.summary)} This reference documents what is known, lists all ${total} operations, and marks every unknown. Nothing is guessed.</p>
<p>Written by the phone-agent-api authors from a partial description of the service, not by its operator. It comes with a TypeScript client, a mock server and a test server.</p>
<p class="step">Run the mock and this reference, in a clone of the project:</p>
${codeBlock("bash", "npm ci && npm start", "")}
<p class="links">${start ? `<a class="primary" href="${start.file}">Get started</a>` : ""}<a href="all-operations.html">All operations</a></p>
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
<div class="coverage" data-kinds="${escapeHtml(JSON.stringify(coverageKinds(contract)))}">
<a href="all-operations.html"><img src="coverage.svg" width="760" alt="The operations by area and by how much is known of them. All operations are listed as text." loading="lazy"></a>
</div>
</section>
<section class="about" aria-labelledby="about">
<h2 id="about">About this contract</h2>
${about.replace(/<h1.*<\/h1>\n/, "").replaceAll(/<(\/?)h2/g, "<$1h3")}
</section>
</article>`;
}

function firstCallHtml(contract: Contract): string {
  const call = firstCall(contract);
  if (!call) return "";
  return `<h2>Your first call</h2>
${codeBlock("bash", `curl -i '${call.address}'`, "Request")}
${codeBlock("http", call.response, "Response of the mock")}`;
}

const most = 8;

function cards(pages: Page[]): string {
  const callable = pages.filter(({ entry }) => entry?.located);
  const card = ({ file, title, text, entry }: Page) =>
    `<li><a href="${file}"><strong>${escapeHtml(title)}</strong><span class="endpoint"><span class="method ${entry?.method.toLowerCase()}">${entry?.method}</span> ${escapeHtml(entry?.located?.path ?? "")}</span><span>${escapeHtml(summaryOf(text))}</span></a></li>`;
  const more =
    callable.length > most
      ? `<li class="more"><a href="all-operations.html"><strong>All ${callable.length} operations</strong></a></li>`
      : "";
  return (
    callable
      .slice(0, more ? most - 1 : most)
      .map(card)
      .join("\n") + more
  );
}
