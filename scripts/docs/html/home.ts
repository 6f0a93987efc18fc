import { examplesOf } from "../../../src/openapi/contents.ts";
import { indexedOperations } from "../../../src/openapi/operation-index.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { pathValueNamesOf } from "../../../src/openapi/path.ts";
import { describeCoverage } from "../../contract/coverage.ts";
import { descriptionOf } from "../../contract/descriptions.ts";
import type { Contract } from "../../contract/document.ts";
import { successesOf } from "../../contract/successes.ts";
import { Html, html } from "../../tools/html.ts";
import { indexedPages } from "../model/addresses.ts";
import { summaryOf } from "../model/page.ts";
import { createCall } from "../samples/create-call.ts";
import { mockAddress } from "../samples/credentials.ts";
import { samplesOf } from "../samples/samples.ts";
import { renderCodeBlock, renderMethod } from "./blocks.ts";

/**
 * Renders the first page. @param about The contract's description, which comes last, one level
 * below its heading.
 */
export function renderHome(contract: Contract, about: Html, mockUrl?: string): Html {
  const { info } = contract;
  const total = indexedOperations(contract).length;
  return html`<article class="home">
<header class="columns">
<div>
<p><small>Unofficial API reference</small></p>
<h1>${info.title}</h1>
<p class="lead">${info.summary} This reference documents what is known, lists all ${total} operations, and marks every unknown. Nothing is guessed.</p>
<p>It's generated from a contract, an OpenAPI document, which the phone-agent-api authors wrote from a partial description of the service. It isn't by the service's operator. It comes with a TypeScript client, a mock server and a test server.</p>
<p>Run the mock and this reference, in a clone of the project, with Node 20.19 or later:</p>
${renderCodeBlock("bash", "npm ci && npm start", "")}
<p class="row"><a class="button primary" href="guides/get-started.html">Get started</a><a href="all-operations.html">All operations</a></p>
</div>
<div class="first-call">${renderFirstCall(contract, mockUrl)}</div>
</header>
<section aria-labelledby="call-today">
<h2 id="call-today">Operations you can call today</h2>
<ul class="cards" role="list">${renderCards(contract)}</ul>
</section>
<section aria-labelledby="coverage">
<h2 id="coverage">How much is known</h2>
<p>${describeCoverage(contract)}</p>
<a class="coverage" href="all-operations.html"><img src="coverage.svg" width="760" alt="The operations by area and by how much is known of them. All operations are listed as text." loading="lazy"></a>
</section>
<section class="about" aria-labelledby="about">
<h2 id="about">About this contract</h2>
${new Html(about.source.replaceAll(/<(\/?)h2/g, "<$1h3"))}
</section>
</article>`;
}

function renderFirstCall(contract: Contract, mockUrl?: string): Html | false {
  const first = findFirstCall(contract, mockUrl);
  if (!first) return false;
  return html`<h2>Your first call</h2>
${renderCodeBlock("bash", samplesOf(first.call)[0]?.code ?? "", "Request")}
<p><a href="guides/authentication.html">How to send the token</a></p>
${renderCodeBlock("json", first.response, `Mock response: ${first.label}`)}`;
}

/**
 * Finds a newcomer's first call, the first operation that reads, takes no path value, and has an
 * example.
 */
export function findFirstCall(contract: Contract, mockUrl = mockAddress) {
  for (const operation of operationsOf(contract)) {
    const [success] = successesOf(operation);
    const [[, example] = []] = examplesOf(success?.content?.node ?? {});
    if (operation.method !== "GET" || pathValueNamesOf(operation.path).length > 0 || !example)
      continue;
    return {
      call: createCall(contract, operation, { url: mockUrl, isMock: true }),
      label: `${example["summary"]}`,
      response: JSON.stringify(example["value"], null, 2),
    };
  }
  return undefined;
}

const maxCards = 8;

/** Renders cards of the first operations with a path. */
const renderCards = (contract: Contract): Html[] =>
  indexedPages(contract)
    .flatMap(({ operation, ...entry }) => (operation ? { ...entry, operation } : []))
    .slice(0, maxCards)
    .map(({ operation, title, file, knowledge }) => {
      const { method, path } = operation;
      const label = knowledge === "path" && html` <small>path only</small>`;
      return html`<li><a href="${file}" class="box"><strong>${title}</strong><span>${renderMethod(method)} <code>${path}</code>${label}</span><span>${summaryOf(descriptionOf(operation))}</span></a></li>`;
    });
