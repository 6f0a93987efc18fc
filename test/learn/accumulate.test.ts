import { expect, test } from "vitest";
import { seeded } from "../../scripts/bench/seeded.ts";
import { learnFacts } from "../../scripts/learn/facts/all.ts";
import { templatesOf } from "../../scripts/learn/templates.ts";
import { isFull } from "../runs.ts";
import { initialContract } from "./contract.ts";
import { accumulated, contractAfter, documentOf, exchangesOf, learnedFrom } from "./helpers.ts";
import { shuffled } from "./truth/random.ts";
import { type Field, truth } from "./truth/service.ts";
import { traffic } from "./truth/traffic.ts";

const operations = truth();
const shuffles = isFull ? 1_000 : 10;

test(`the order of exchanges does not matter: ${shuffles} shuffles give the same bytes`, () => {
  const some = operations.filter((_, at) => at % 6 === 0 || at === 38);
  const exchanges = exchangesOf(traffic(some, 6));
  const contract = initialContract();
  const document = documentOf(learnFacts(contract, accumulated(exchanges)));
  const random = seeded(5);
  for (let round = 0; round < shuffles; round++) {
    const again = documentOf(learnFacts(contract, accumulated(shuffled(random, exchanges))));
    if (again !== document) expect(again).toBe(document);
  }
  expect(document).toContain("x-observed");
}, 600_000);

test("every field, type, null and status that occurred is recovered, and nothing else", () => {
  const entries = [...traffic(operations, 30)];
  const contract = contractAfter(learnedFrom(entries));
  const occurred = new Set<string>();
  for (const exchange of exchangesOf(entries)) {
    const known = templateOf(exchange.method, exchange.segments);
    if (!known || "missing" in exchange.responseBody.content) continue;
    const at = `${known} ${exchange.status}`;
    occurred.add(at);
    for (const line of linesOf(exchange.responseBody.content.value, at)) occurred.add(line);
  }
  const recovered = new Set<string>();
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation["x-observed"]) continue;
      for (const [status, response] of Object.entries(operation.responses)) {
        const media = response.content?.["application/json"];
        if (status === "default" || !media || Object.keys(media.schema).length === 0) continue;
        const at = `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")} ${status}`;
        recovered.add(at);
        for (const line of schemaLines(media.schema, at)) recovered.add(line);
      }
    }
  }
  expect([...recovered].filter((line) => !occurred.has(line))).toEqual([]);
  expect([...occurred].filter((line) => !recovered.has(line))).toEqual([]);
  expect(recovered.size).toBeGreaterThan(700);
});

/** Those that the contract knows neither by description nor keeps a body of. */
const unknownTemplates = operations.filter(
  ({ path, method }) =>
    !/token|junk|webhookRelay\/types$/i.test(path) &&
    !(method === "GET" && path.endsWith("webhookRelay/{type}")) &&
    !(method === "DELETE" && path.endsWith("sip/registration")),
);

function templateOf(method: string, segments: readonly string[]): string | undefined {
  const found = unknownTemplates.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(`/${segments.join("/")}`) &&
      // Literal paths come before templates.
      (operation.path === `/${segments.join("/")}` ||
        !operations.some(({ path }) => path === `/${segments.join("/")}`)),
  );
  return found && `${method} ${found.path.replace(/\{\w+\}/g, "{}")}`;
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

function linesOf(value: unknown, at: string): string[] {
  const own = `${at}: ${typeOf(value)}`;
  if (Array.isArray(value)) return [own, ...value.flatMap((item) => linesOf(item, `${at}[]`))];
  if (typeof value !== "object" || value === null) return [own];
  return [own, ...Object.entries(value).flatMap(([name, inner]) => linesOf(inner, `${at}.${name}`))];
}

function schemaLines(schema: Record<string, unknown>, at: string): string[] {
  const types = [schema["type"] ?? []].flat() as string[];
  return [
    ...types.map((type) => `${at}: ${type}`),
    ...(schema["items"] ? schemaLines(schema["items"] as Record<string, unknown>, `${at}[]`) : []),
    ...Object.entries((schema["properties"] ?? {}) as Record<string, Record<string, unknown>>).flatMap(
      ([name, inner]) => schemaLines(inner, `${at}.${name}`),
    ),
  ];
}

test("ten times as much fresh traffic refutes no existence fact: all that was learned is in the truth", () => {
  const contract = contractAfter(learnedFrom(traffic(operations, 3, 11)));
  const fields = new Map(operations.map((one) => [`${one.method} ${one.path.replace(/\{\w+\}/g, "{}")}`, one]));
  const { templates: again } = templatesOf(accumulated(exchangesOf(traffic(operations, 30, 12)), contract));
  expect(again.filter(({ method, path }) => !contract.paths[path]?.[method.toLowerCase()])).toEqual([]);
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation["x-observed"]) continue;
      const known = fields.get(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")}`);
      expect(known, `${method} ${path}`).toBeDefined();
      const names = (operation.parameters ?? []).filter(({ in: place }) => place === "query").map(({ name }) => name);
      expect(known?.query.map(({ name }: Field) => name)).toEqual(expect.arrayContaining(names));
    }
  }
});

test("with 300 responses what was always there is required, and not with 299", () => {
  const [operation] = operations.filter(({ path }) => path.endsWith("/billing/usage"));
  if (!operation) throw new Error("No such operation.");
  const required = (count: number) => {
    const entries = [...traffic([{ ...operation, failures: [] }], count)];
    const after = contractAfter(learnedFrom(entries));
    const media = after.paths[operation.path]?.["get"]?.responses["200"]?.content?.["application/json"];
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
