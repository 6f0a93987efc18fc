import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import plugin from "../../../../scripts/lint/plugin.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";

type Visitor = { Root(contract: Contract, context: object): void };

/** A maintainer lints while typing. What is no contract yet is Redocly's to report; our rules must not fall over it. */
const broken: Record<string, (contract: Contract) => unknown> = {
  "an operation that is null": (contract) => Object.assign(contract.paths, { "/api/v2/new": { get: null } }),
  "a path that is null": (contract) => Object.assign(contract.paths, { "/api/v2/new": null }),
  "no paths": (contract) => Object.assign(contract, { paths: null }),
  "no areas": (contract) => delete (contract as Partial<Contract>).tags,
  "an operation without an area": (contract) => delete objectAt(contract, ...tokens)["tags"],
  "no index": (contract) => delete (contract as Partial<Contract>)["x-operation-index"],
  "an index that is a list": (contract) => Object.assign(contract, { "x-operation-index": [1] }),
  "an area of the index that isn't a list": (contract) =>
    Object.assign(contract, { "x-operation-index": { Agents: 1 } }),
  "an index entry that is null": (contract) => contract["x-operation-index"]["Agents"]?.push(null as never),
  "no components": (contract) => delete (contract as Partial<Contract>).components,
  "a reference to nothing": (contract) =>
    Object.assign(objectAt(contract, ...tokens, "responses"), { default: { $ref: "#/components/responses/Nothing" } }),
  "an answer whose content is null": (contract) =>
    Object.assign(objectAt(contract, ...tokens, "responses"), { "2XX": { content: null } }),
  "a kind of body that is null": (contract) =>
    Object.assign(objectAt(contract, ...tokens, "responses", "2XX"), { content: { "application/json": null } }),
  "a parameter that is null": (contract) => Object.assign(objectAt(contract, ...tokens), { parameters: [null] }),
  "an answer that is null": (contract) => Object.assign(objectAt(contract, ...tokens, "responses"), { default: null }),
};

const rules = Object.entries(plugin().rules.oas3) as [string, () => Visitor][];

test.each(Object.entries(broken))("no rule falls over %s", (_, edit) => {
  const location = { child: () => location };
  const run = () => rules.map(([, rule]) => rule().Root(contractWith(edit), { location, report: () => {} }));
  expect(run).not.toThrow();
});
