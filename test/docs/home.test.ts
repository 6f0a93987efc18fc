import { startMock } from "phone-agent-api/mock";
import { expect, test } from "vitest";
import { drawCoverage } from "../../scripts/contract/coverage.ts";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { indexedOperations, pathOperations } from "../../scripts/contract/operations.ts";
import { findFirstCall, renderHome } from "../../scripts/docs/html/home.ts";
import { initialContract } from "../learn/contract.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const contract = readContract();

test("the first call shows the response that the mock sends", async () => {
  const call = findFirstCall(contract) ?? expect.unreachable("There is no first call.");
  const mock = await startMock({ port: 0, logLevel: "silent" });
  const [, address = ""] = / '(http[^']+)'$/.exec(call.command) ?? [];
  const headers = [...call.command.matchAll(/-H '(.+?): ([^']+)'/g)].map(([, name = "", value = ""]) => [name, value]);
  const response = await fetch(address.replace("http://127.0.0.1:4010", mock.url), {
    headers: Object.fromEntries(headers),
  });
  expect(JSON.parse(call.response)).toEqual(await response.json());
  await mock.close();
});

test("the first call has the demo token in the place of its scheme", () => {
  const withScheme = contractWith((copy) => {
    copy.components.securitySchemes = { key: { type: "http", scheme: "bearer" } };
    copy.security = [{ key: [] }];
  });
  expect(findFirstCall(withScheme)?.command).toMatch(
    /^curl -H 'authorization: Bearer demo-token-not-secret' 'http:\/\/127\.0\.0\.1:4010\/[^?]*'$/,
  );
});

test("the map has a cell for each operation, and its title has the number of each kind", () => {
  const svg = drawCoverage(contract);
  expect(svg.match(/M\d+ \d+h15/g)).toHaveLength(indexedOperations(contract).length);
  expect(svg).toMatch(/<title>The service has \d+ operations: /);
});

test("the map escapes text of the contract", () => {
  const changedContract = contractWith((copy) => Object.assign(copy.tags[0] ?? {}, { name: "A & <b>" }));
  expect(drawCoverage(changedContract)).toContain("A &amp; &lt;b>");
});

test("the first screen begins with reads, labels path-only operations, and ends with the deletion", () => {
  const contract = initialContract();
  const html = renderHome(contract, "");
  const cards = [...html.matchAll(/<li><a href="operations.*?<\/li>/gs)].map(([card]) => card);
  expect(cards).toHaveLength(pathOperations(contract).length);
  const rank = cards.map((card) => (card.includes('class="method delete"') ? 2 : card.includes("path only") ? 1 : 0));
  expect(rank).toEqual(rank.toSorted());
  expect(new Set(rank)).toEqual(new Set([0, 1, 2]));
});

test("the first call is the first operation that reads, takes no path value and has an example", () => {
  const examples = { one: { summary: "One", value: {} } };
  const operation = (operationId: string, content: object = { "application/json": { schema: {}, examples } }) => ({
    operationId,
    tags: ["Tasks"],
    summary: operationId,
    responses: { "200": { description: "OK.", content } },
  });
  const contract = contractWith((copy) => {
    copy.paths = {
      "/changed": { post: operation("change") },
      "/found/{id}": { get: operation("find") },
      "/unknown": { get: operation("guess", { "application/json": { schema: {} } }) },
      "/listed": { get: operation("list") },
    } as unknown as Contract["paths"];
  });
  expect(findFirstCall(contract)?.operationId).toBe("list");
});

test("the first screen has eight cards: documented reads, reads by path only, other changes, and deletions", () => {
  const operation = (operationId: string, responses: object = { "200": { description: "OK." } }) => ({
    operationId,
    tags: ["Tasks"],
    summary: operationId,
    responses,
  });
  const cardsOf = (paths: object) => {
    const html = renderHome(
      contractWith((copy) => {
        copy.paths = paths as Contract["paths"];
      }),
      "",
    );
    return [...html.matchAll(/<li><a href="[^"]*" class="box"><strong>(\w+)<\/strong>( <small>)?/g)].map(
      ([, name, label]) => `${name}${label ? ", labeled" : ""}`,
    );
  };
  const changes = { delete: operation("remove"), post: operation("change"), get: operation("guess", {}) };
  expect(cardsOf({ "/changed": changes, "/read": { get: operation("read") } })).toEqual([
    "read",
    "guess, labeled",
    "change",
    "remove",
  ]);
  const reads = Array.from({ length: 9 }, (_, number) => [`/${number}`, { get: operation(`read${number}`) }]);
  expect(cardsOf(Object.fromEntries(reads))).toHaveLength(8);
});
