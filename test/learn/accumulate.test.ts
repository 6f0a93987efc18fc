import { expect, test } from "vitest";
import { createRandom, shuffle } from "../../scripts/tools/random.ts";
import { isFull } from "../runs.ts";
import { initialContract } from "./contract.ts";
import { contractAfter, documentOf, exchangesOf, learnFrom, learnFromExchanges, templatesIn } from "./helpers.ts";
import { type Field, makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";

const operations = makeTruth();
const shuffles = isFull ? 200 : 5;
const rounds = isFull ? 30 : 8;

test(`${shuffles} shuffles of the exchanges give the same bytes`, () => {
  const chosenOperations = operations.filter((_, index) => index % 6 === 0 || index === 38);
  const exchanges = exchangesOf(makeTraffic(chosenOperations, 6));
  const contract = initialContract();
  const document = documentOf(learnFromExchanges(exchanges, contract));
  const random = createRandom(5);
  for (let round = 0; round < shuffles; round++) {
    const nextDocument = documentOf(learnFromExchanges(shuffle(random, exchanges), contract));
    if (nextDocument !== document) expect(nextDocument).toBe(document);
  }
  expect(document).toContain("x-observed");
}, 600_000);

test("learning recovers every field, type, null and status that occurred, and nothing else", () => {
  const exchanges = exchangesOf(makeTraffic(operations, rounds));
  const contract = contractAfter(learnFromExchanges(exchanges));
  const occurred = new Set<string>();
  for (const exchange of exchanges) {
    const template = templateOf(exchange.method, exchange.segments);
    if (!template || "missing" in exchange.responseBody.content) continue;
    const place = `${template} ${exchange.status}`;
    occurred.add(place);
    for (const line of linesOf(exchange.responseBody.content.value, place)) occurred.add(line);
  }
  const recovered = new Set<string>();
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation["x-observed"]) continue;
      for (const [status, response] of Object.entries(operation.responses)) {
        const media = response.content?.["application/json"];
        if (status === "default" || !media || Object.keys(media.schema).length === 0) continue;
        const place = `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")} ${status}`;
        recovered.add(place);
        for (const line of schemaLines(media.schema, place)) recovered.add(line);
      }
    }
  }
  expect([...recovered].filter((line) => !occurred.has(line))).toEqual([]);
  expect([...occurred].filter((line) => !recovered.has(line))).toEqual([]);
  expect(recovered.size).toBeGreaterThan(700);
});

/** The operations that the initial contract doesn't document, except those for tokens. */
const unknownTemplates = operations.filter(
  ({ path, method }) =>
    !/token|junk|webhookRelay\/types$/i.test(path) &&
    !(method === "GET" && path.endsWith("webhookRelay/{type}")) &&
    !(method === "DELETE" && path.endsWith("sip/registration")),
);

function templateOf(method: string, segments: readonly string[]): string | undefined {
  const match = unknownTemplates.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(`/${segments.join("/")}`) &&
      // Literal paths come before templates.
      (operation.path === `/${segments.join("/")}` ||
        !operations.some(({ path }) => path === `/${segments.join("/")}`)),
  );
  return match && `${method} ${match.path.replace(/\{\w+\}/g, "{}")}`;
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

function linesOf(value: unknown, path: string): string[] {
  const line = `${path}: ${typeOf(value)}`;
  if (Array.isArray(value)) return [line, ...value.flatMap((item) => linesOf(item, `${path}[]`))];
  if (typeof value !== "object" || value === null) return [line];
  return [line, ...Object.entries(value).flatMap(([name, inner]) => linesOf(inner, `${path}.${name}`))];
}

function schemaLines(schema: Record<string, unknown>, path: string): string[] {
  const types = [schema["type"] ?? []].flat() as string[];
  return [
    ...types.map((type) => `${path}: ${type}`),
    ...(schema["items"] ? schemaLines(schema["items"] as Record<string, unknown>, `${path}[]`) : []),
    ...Object.entries((schema["properties"] ?? {}) as Record<string, Record<string, unknown>>).flatMap(
      ([name, inner]) => schemaLines(inner, `${path}.${name}`),
    ),
  ];
}

test("more new traffic contradicts no learned path or input, and all are in the truth", () => {
  const contract = contractAfter(learnFrom(makeTraffic(operations, 3, 11)));
  const fields = new Map(
    operations.map((operation) => [`${operation.method} ${operation.path.replace(/\{\w+\}/g, "{}")}`, operation]),
  );
  const laterTemplates = templatesIn(makeTraffic(operations, rounds, 12), contract);
  expect(laterTemplates.filter(({ method, path }) => !contract.paths[path]?.[method.toLowerCase()])).toEqual([]);
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation["x-observed"]) continue;
      const key = `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")}`;
      const truthOperation = fields.get(key) ?? expect.unreachable(`${key} isn't in the truth.`);
      const names = (operation.parameters ?? []).filter(({ in: place }) => place === "query").map(({ name }) => name);
      expect(truthOperation.query.map(({ name }: Field) => name)).toEqual(expect.arrayContaining(names));
    }
  }
});

test("a field in all responses is required after 300 responses, but not after 299", () => {
  const [operation] = operations.filter(({ path }) => path.endsWith("/billing/usage"));
  if (!operation) throw new Error("No such operation.");
  const required = (count: number) => {
    const entries = [...makeTraffic([{ ...operation, failures: [] }], count)];
    const contract = contractAfter(learnFrom(entries));
    const media = contract.paths[operation.path]?.["get"]?.responses["200"]?.content?.["application/json"];
    return media?.schema["required"];
  };
  const optional = operation.success.fields.filter((field) => field.optional).map(({ name }) => name);
  expect(required(299)).toBeUndefined();
  expect(required(300)).toEqual(
    ["success", "message", ...operation.success.fields.map(({ name }) => name)]
      .filter((name) => !optional.includes(name))
      .sort(),
  );
});
