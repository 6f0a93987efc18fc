import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import plugin from "../../../scripts/lint/plugin.ts";
import { styleRules } from "../../../scripts/lint/redocly.ts";
import { root } from "../../../scripts/tools/run.ts";
import { isObject } from "../../../src/openapi/json.ts";

const files = readdirSync(join(root, "scripts/lint/rules")).map((file) => file.replace(".ts", ""));

test("every file of rules/ is a rule of the plugin", () => {
  expect(Object.keys(plugin().rules.oas3).sort()).toEqual(files.sort());
});

test("every rule of the plugin is an error in openapi/redocly.yaml", () => {
  const { rules } = parse(readFileSync(join(root, "openapi/redocly.yaml"), "utf8"), { merge: true });
  const contractRules = Object.entries<unknown>(rules).filter(([name]) => name.startsWith("contract/"));
  const severities = contractRules.map(([name, rule]) => [name, isObject(rule) ? rule["severity"] : rule]);
  expect(Object.fromEntries(severities)).toEqual(
    Object.fromEntries(files.map((file) => [`contract/${file}`, "error"])),
  );
});

test("every rule of style is an error in openapi/redocly.yaml: only generate and npm start warn", () => {
  const config = parse(readFileSync(join(root, "openapi/redocly.yaml"), "utf8"), { merge: true });
  const rules = { ...config.rules, ...config.oas3_1Rules };
  const severities = styleRules.map((name) => {
    const rule = rules[name];
    return [name, isObject(rule) ? (rule["severity"] ?? "error") : rule];
  });
  expect(Object.fromEntries(severities)).toEqual(Object.fromEntries(styleRules.map((name) => [name, "error"])));
});

test("every rule has a test file", () => {
  const tests = readdirSync(join(root, "test/scripts/lint/rules"));
  expect(tests).toEqual(expect.arrayContaining(files.map((file) => `${file}.test.ts`)));
});
