import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Contract } from "../../../scripts/contract/document.ts";
import { findErrors, type LintError, styleRules } from "../../../scripts/lint/redocly.ts";
import { root } from "../../../scripts/tools/run.ts";
import { isObject } from "../../../src/openapi/json.ts";
import { readData } from "../../data.ts";
import { applyEdits, contractWith, type Edits, objectAt, tokens } from "../contract-copy.ts";

type Row = [edits: Edits, words: string, place?: string];

const {
  operations,
  contract,
  accepted,
}: Record<"operations" | "contract", Row[]> & {
  accepted: Record<string, Edits>;
} = readData("scripts/lint/configuration.yaml");
const config = parse(readFileSync(join(root, "openapi/redocly.yaml"), "utf8"), { merge: true });

test("every rule of ours and every rule of style is an error: only generate and npm start warn of style", () => {
  const rules = Object.entries<unknown>({ ...config.rules, ...config.oas3_1Rules });
  const checkedRules = rules.filter(
    ([name]) => name.startsWith("contract/") || styleRules.test(name),
  );
  expect(checkedRules.length).toBeGreaterThan(15);
  const severities = checkedRules.map(([, rule]) =>
    isObject(rule) ? (rule["severity"] ?? "error") : rule,
  );
  expect(new Set(severities)).toEqual(new Set(["error"]));
});

const findErrorsOf = (edit: (copy: Contract) => void): Promise<LintError[]> =>
  findErrors(contractWith(edit), join(root, "openapi/openapi.yaml"));

/** Null removes a value. */
const removeNulls = (values: Edits): Edits =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? undefined]));

const parameter = { in: "query", name: "q", description: "An input.", schema: { type: "string" } };

/** Faults of an operation, each in a copy of it. */
const operationFaults = operations.map(([{ input, ...change }, words, place = ""], number): Row => {
  const item = `/paths/~1added~1${number}`;
  const edits = {
    [`${item}/get`]: objectAt(
      contractWith(() => {}),
      ...tokens,
    ),
    [`${item}/get/operationId`]: `added${number}`,
    ...Object.fromEntries(
      Object.entries(change).map(([key, value]) => [`${item}/get/${key}`, value]),
    ),
    ...(isObject(input) && {
      [`${item}/get/parameters`]: [{ ...parameter, ...removeNulls(input) }],
    }),
  };
  return [removeNulls(edits), words, `${item}/get${place}`];
});
const faults = [...operationFaults, ...contract];

let errors: LintError[];
beforeAll(async () => {
  errors = await findErrorsOf((copy) => {
    for (const [edits] of faults) applyEdits(copy, removeNulls(edits));
  });
});

test.each(faults.map(([edits, words, place = Object.keys(edits)[0]]) => [place, words]))(
  "one lint of all faults reports at %s: %s",
  (place, words) => {
    const messages = errors
      .filter((error) => error.place === `#${place}`)
      .map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(`${words}`));
  },
);

test.each([
  ["/jsonSchemaDialect", "The contract names its jsonSchemaDialect."],
  ["/servers", "Servers must be present."],
  ["/components/securitySchemes", "There is no `apiToken` security scheme defined."],
])("a contract without %s is invalid", async (place, message) => {
  const found = await findErrorsOf((copy) => applyEdits(copy, { [place]: undefined }));
  expect(found.map((error) => error.message)).toContain(message);
});

const get = "/paths/~1api~1v2~1tokens/get";

test.each(Object.entries(accepted))("the lint accepts %s", async (_, values) => {
  const found = await findErrorsOf((copy) => {
    delete copy.servers[0]?.variables?.["base_url"]?.["x-not-shown"];
    delete copy.tags[0]?.["x-not-shown"];
    const item = copy.paths["/api/v2/tokens"];
    const places = {
      $get: get,
      $types: "/paths/~1api~1v2~1webhookRelay~1types/get",
      $scheme: "/components/securitySchemes/apiToken",
    };
    const edits = Object.entries(values).map(([place, value]) => [
      place.replace(/^\$\w+/, (name) => places[name as keyof typeof places]),
      value === "$item" ? item : value,
    ]);
    applyEdits(copy, removeNulls(Object.fromEntries(edits)));
  });
  expect(found).toEqual([]);
});
