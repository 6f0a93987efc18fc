import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { Contract } from "../../../scripts/contract/document.ts";
import { lintContract } from "../../../scripts/lint.ts";
import { contractWith, objectAt, relay, tokens } from "../contract-copy.ts";

const relayTypes = ["paths", "/api/v2/webhookRelay/types", "get"] as const;

/** Facts that a service can have. The lint asks for form, and forbids none of them. */
const facts: Record<string, (contract: Contract) => unknown> = {
  "a known address": servers({ url: "https://api.example.com" }),
  "an address for each region": servers(
    { url: "https://eu.example.com", description: "Europe" },
    { url: "https://us.example.com", description: "United States" },
  ),
  "an address with a variable": servers({
    url: "https://{region}.example.com",
    variables: { region: { default: "eu", enum: ["eu", "us"], description: "The region." } },
  }),
  "a server for one operation": change({ servers: [{ url: "https://files.example.com" }] }),
  "a server for one path": (contract) =>
    Object.assign(objectAt(contract, ...tokens.slice(0, 2)), { servers: [{ url: "https://files.example.com" }] }),
  "a token in a header": security({ type: "apiKey", in: "header", name: "X-Api-Key" }),
  "a token in a cookie": security({ type: "apiKey", in: "cookie", name: "session" }),
  "a bearer token": security({ type: "http", scheme: "bearer" }),
  "a user and a password": security({ type: "http", scheme: "basic" }),
  "a scheme of the service": security({ type: "http", scheme: "Token" }),
  "a whole header": security({ type: "apiKey", in: "header", name: "Authorization" }),
  "two ways of sending the token, one of which is enough": (contract) => {
    addScheme(contract, { type: "http", scheme: "bearer" });
    Object.assign(contract, { security: [{ planted: [] }, { apiToken: [] }] });
  },
  "two credentials together": (contract) => {
    addScheme(contract, { type: "apiKey", in: "header", name: "X-Account" });
    Object.assign(contract, { security: [{ planted: [], apiToken: [] }] });
  },
  "another token for one operation": (contract) => {
    addScheme(contract, { type: "apiKey", in: "query", name: "oneTimeToken" });
    Object.assign(objectAt(contract, ...tokens), { security: [{ planted: [] }] });
  },
  "no token": change({ security: [] }),
  "an optional token": change({ security: [{}, { apiToken: [] }] }),
  "a path of another version": move("/api/v3/tokens"),
  "a path without a version": move("/tokens"),
  "the root as a path": move("/"),
  "an object in brackets": takes({
    style: "deepObject",
    explode: true,
    schema: { type: "object", properties: { state: { type: "string", description: "A state." } } },
  }),
  "JSON in a query": takes({ schema: undefined, content: { "application/json": { schema: { type: "object" } } } }),
  "a cookie": takes({ in: "cookie", name: "session" }),
  "a stream of events": (contract) => {
    const content = { "text/event-stream": { schema: { type: "string" } } };
    const { default: failure } = objectAt(contract, ...tokens, "responses");
    const responses = { "200": { description: "Events.", content }, default: failure };
    const { "x-not-shown": _, ...operation } = objectAt(contract, ...relayTypes);
    Object.assign(contract.paths, { [relayTypes[1]]: { get: { ...operation, responses } } });
  },
  "a callback": (contract) => {
    const post = {
      operationId: "callEnded",
      summary: "A call ended",
      description: "Sent as the call ends.",
      tags: ["Agents"],
      requestBody: {
        description: "The call.",
        content: { "application/json": { schema: { type: "object" } } },
      },
      responses: { "200": { description: "Received." } },
    };
    const callbacks = { callEnded: { "{$request.body#/callbackUrl}": { post } } };
    Object.assign(objectAt(contract, ...relay), { callbacks });
  },
};

function servers(...list: object[]) {
  return (contract: Contract) => Object.assign(contract, { servers: list });
}

function addScheme(contract: Contract, scheme: object): void {
  const { securitySchemes } = contract.components;
  const addedScheme = { ...scheme, description: "A credential." };
  Object.assign(contract.components, { securitySchemes: { ...securitySchemes, planted: addedScheme } });
}

/** Returns an edit that makes a security scheme the only one. */
function security(scheme: object) {
  return (contract: Contract) => {
    contract.components.securitySchemes = {};
    addScheme(contract, scheme);
    Object.assign(contract, { security: [{ planted: [] }] });
    // It is known now.
    delete contract.tags[0]?.["x-not-shown"];
  };
}

function change(facts: object) {
  return (contract: Contract) => Object.assign(objectAt(contract, ...tokens), facts);
}

function takes(parameter: object) {
  const { name, ...rest } = { in: "query", name: "q", description: "An input.", schema: { type: "string" } };
  return change({ parameters: [{ name, ...rest, ...parameter }] });
}

function move(path: string) {
  return (contract: Contract) => {
    const { "/api/v2/tokens": item, ...paths } = contract.paths;
    Object.assign(contract, { paths: { [path]: item, ...paths } });
  };
}

const folder = mkdtempSync(join(tmpdir(), "accepted-"));

test("the lint accepts every fact that a service can have", async () => {
  const files = Object.values(facts).map((edit, number) => {
    const file = join(folder, `${number}.yaml`);
    const copy = contractWith((contract) => {
      delete contract.servers[0]?.variables?.["base_url"]?.["x-not-shown"];
      delete contract.tags[0]?.["x-not-shown"]?.["token-in-header"];
      edit(contract);
    });
    writeFileSync(file, stringify(copy, { aliasDuplicateObjects: false }));
    return file;
  });
  const { ok, output } = await lintContract(files);
  const names = Object.keys(facts);
  const findings = output.split(/^(?=\[\d+\] )/m).flatMap((finding) => {
    const number = /\/(\d+)\.yaml:/.exec(finding)?.[1];
    return number === undefined ? [] : [`${names[Number(number)]}: ${finding}`];
  });
  expect(findings).toEqual([]);
  expect(ok).toBe(true);
});
