import { startMock } from "phone-agent-api/mock";
import { expect, test } from "vitest";
import { knownOperations, readContract } from "../../scripts/contract.ts";
import { coverageSvg } from "../../scripts/docs/coverage.ts";
import { firstCall } from "../../scripts/docs/first-call.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const contract = readContract();

test("the first call has the response that the mock sends", async () => {
  const call = firstCall(contract) ?? expect.unreachable("There is no first call.");
  const mock = await startMock({ port: 0, logLevel: "silent" });
  const response = await fetch(call.address.replace("http://127.0.0.1:4010", mock.url));
  const [head = "", body] = call.response.split("\n\n");
  const [status, ...headers] = head.split("\n");
  expect(status).toBe(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const header of headers) {
    const [name = "", value] = header.split(": ");
    expect(response.headers.get(name), name).toBe(value);
  }
  const sent = [...response.headers.keys()].filter((name) => name.startsWith("mock-"));
  expect(headers.map((header) => header.split(":")[0])).toEqual(expect.arrayContaining(sent));
  expect(body).toBe(await response.text());
  await mock.close();
});

test("the map has a cell for each operation, and says in words how many are known how well", () => {
  const svg = coverageSvg(contract);
  expect(svg.match(/M\d+ \d+h15/g)).toHaveLength(knownOperations(contract).length);
  expect(svg).toMatch(/<title>The service has \d+ operations: /);
});

test("text of the contract stays text in the map", () => {
  const changed = contractWith((copy) => Object.assign(copy.tags[0] ?? {}, { name: "A & <b>" }));
  expect(coverageSvg(changed)).toContain("A &amp; &lt;b>");
});
