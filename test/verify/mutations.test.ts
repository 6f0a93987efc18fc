import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { isObject } from "../../src/openapi/json.ts";
import { pointerOf } from "../../src/openapi/pointer.ts";
import { sampleSchema } from "../../src/schemas/sample.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { loadContract } from "../../src/verify/load.ts";
import { createReport } from "../../src/verify/verdict.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { createRandom, pick } from "../random.ts";
import { entry } from "../traffic/files.ts";
import { contractOf, type Exchange } from "./recorded.ts";

const random = createRandom(55);

/** Draws a schema that rules values out. */
function drawSchema(depth = 0): object {
  const kinds = depth < 3 ? ["object", "object", "array", "item"] : [];
  const kind = pick(random, [...kinds, "integer", "string", "choice", "boolean", "nullable"]);
  if (kind === "item") return { $ref: "#/components/schemas/Item" };
  if (kind === "array") return { type: "array", minItems: 1, items: drawSchema(depth + 1) };
  if (kind === "integer") return { type: "integer", minimum: 1, maximum: 9 };
  if (kind === "string") return { type: "string", minLength: 1, maxLength: 40 };
  if (kind === "choice") return { enum: ["a", "b"] };
  if (kind === "nullable") return { type: ["string", "null"] };
  return kind === "boolean" ? { type: "boolean" } : drawObject(depth);
}

function drawObject(depth = 0): object {
  const names = ["id", "kind", "list", "note"].slice(0, 2 + Math.floor(random() * 3));
  const properties = Object.fromEntries(names.map((name) => [name, drawSchema(depth + 1)]));
  const own = { type: "object", required: names, properties };
  return depth === 0 && random() < 0.3
    ? { allOf: [own, { type: "object", properties: { extra: { type: "integer" } } }] }
    : own;
}

/** Lists the places in a value, each with a function that sets it there. */
function placesIn(value: unknown): { set: (changed: unknown) => void; remove: () => void }[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Record<string, unknown>;
  return Object.keys(fields).flatMap((name) => [
    {
      set: (changed: unknown) => void Object.assign(fields, { [name]: changed }),
      remove: () => void (isObject(fields) && delete fields[name]),
    },
    ...placesIn(fields[name]),
  ]);
}

const wrongValues = [7.5, -1, "c", "", true, null, [], {}, ["x"], { other: 1 }];

/** Changes one place of a value until its schema rejects it, by a validator that verify hasn't. */
function mutate(value: unknown, isValid: (value: unknown) => boolean, canRemove: boolean): unknown {
  for (;;) {
    const mutant = structuredClone(value);
    const { set, remove } = pick(random, placesIn(mutant));
    if (canRemove && random() < 0.3) remove();
    else set(pick(random, wrongValues));
    if (!isValid(mutant)) return mutant;
  }
}

function compilerOf(document: object) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
  ajv.addSchema(document, "document");
  return (keys: readonly string[]) =>
    ajv.compile({ $ref: `document#${encodeURI(pointerOf(keys))}` }) as (value: unknown) => boolean;
}

/** Loads a contract as the command does, and returns the function that verifies exchanges. */
async function loadVerify(file: string | undefined) {
  const { document, compareBody } = await loadContract(file);
  const contract = createVerifiableContract(document, compareBody);
  const { readEntry } = createTrafficReader(contract);
  return (...exchanges: Exchange[]): number => {
    const verification = createVerification(contract);
    for (const exchange of exchanges)
      verification.add(
        readEntry(entry(exchange), { source: "har", file: "", session: "", number: 1 }),
      );
    const options = { required: [], failOnNew: false };
    return createReport(verification.result(), "", options).exitCode;
  };
}

test("of ten contracts, what the mock responds is verified, and none of 40 mutations that break its schema", async () => {
  for (let count = 0; count < 10; count++) {
    const components = { schemas: { Item: drawObject(2) } };
    const responses = Object.fromEntries(
      ["200", "201", "4XX", "default"].map((code) => {
        const schema = drawObject();
        return [code, { description: "", content: { "application/json": { schema } } }];
      }),
    );
    const paths = { "/parcels": { get: { responses } } };
    const file = contractOf(responses, { components });
    const verify = await loadVerify(file);
    const compile = compilerOf({ components, paths });
    const bodyOf = (code: string) =>
      sampleSchema(
        { components },
        responses[code]?.content["application/json"].schema,
        () => "text",
      );
    const good = { url: "/parcels", body: bodyOf("200") };
    for (const [code, status] of [["200"], ["201"], ["4XX", 404], ["default", 500]] as const) {
      const exchange = { url: "/parcels", status: status ?? Number(code), body: bodyOf(code) };
      const keys = ["paths", "/parcels", "get", "responses", code];
      const isValid = compile([...keys, "content", "application/json", "schema"]);
      expect(verify(good, exchange)).toBe(0);
      const body = mutate(exchange.body, isValid, true);
      expect([verify(good, { ...exchange, body }), code, body]).toEqual([1, code, body]);
    }
  }
});

test("of this package's contract, none of 40 mutations is verified", async () => {
  // That a listed field is absent or null is left open.
  const document = JSON.parse(JSON.stringify(readContract()), (key, value) =>
    key === "required" && Array.isArray(value) ? undefined : value,
  );
  const compile = compilerOf(document);
  const verify = await loadVerify(undefined);
  const examples = [
    ["/api/v2/tokens", "/api/v2/tokens", fixtures.listTokens["every-field"]],
    [
      "/api/v2/junkConversations",
      "/api/v2/junkConversations",
      fixtures.listJunkInbox["every-field"],
    ],
    [
      "/api/v2/webhookRelay/{type}",
      "/api/v2/webhookRelay/sms",
      fixtures.getWebhookRelay["every-field"],
    ],
  ] as const;
  for (let count = 0; count < 40; count++) {
    const [path, url, example] = pick(random, examples);
    const operation = readContract().paths[path]?.["get"];
    const [code = ""] = Object.keys(operation?.responses ?? {}).filter((key) => key !== "default");
    const keys = ["paths", path, "get", "responses", code, "content", "application/json", "schema"];
    const isValid = compile(keys);
    const isLeftOpen = (value: unknown) => isValid(value) || /\bnull\b/.test(JSON.stringify(value));
    const body = mutate(example, isLeftOpen, false);
    expect([verify({ url, body: example }, { url, body }), path, body]).toEqual([1, path, body]);
  }
});
