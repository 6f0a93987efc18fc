import { afterAll, expect, test } from "vitest";
import { createProject, tsc } from "./project.ts";

/** A project that is changed in one way after another: what checks them all runs once, at the end. */
const project = createProject("changes", { onTestFinished: afterAll });
const { begin, read, write, replace, note, output, expectOnly, script, tests, succeeds, checkTypes } = project;

test("add a rule", async () => {
  write(
    "scripts/lint/rules/short-titles.ts",
    `import type { Rule } from "../rule.ts";

/** The title of the API fits on a line. */
export default (({ info }, report) =>
  report(["info", "title"], info.title.length > 80 && "The title is too long.")) satisfies Rule;
`,
  );
  replace(
    "openapi/redocly.yaml",
    "  contract/synthetic-examples: error",
    "  contract/short-titles: error\n  contract/synthetic-examples: error",
  );
  write(
    "test/scripts/lint/rules/short-titles.test.ts",
    `import shortTitles from "../../../../scripts/lint/rules/short-titles.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(shortTitles, [
  {
    name: "a long title",
    edit: (contract) => Object.assign(contract.info, { title: "Long ".repeat(20) }),
    message: "The title is too long.",
    at: "info/title",
  },
]);
`,
  );
  expectOnly("Add a rule");
  const contract = read("openapi/openapi.yaml");
  replace("openapi/openapi.yaml", "  title: Phone Agent Service API", `  title: ${"Long ".repeat(20)}`);
  // The one finding: without it, the lint passes.
  const findings = await output("--import", "tsx", "scripts/lint.ts", "contract");
  expect(findings.match(/^\[\d+\] .*$/gm) ?? []).toHaveLength(1);
  expect(findings).toContain("contract/short-titles");
  write("openapi/openapi.yaml", contract);
});

const failures = "test/client/failures.test.ts";

test("add an error kind", async () => {
  begin();
  replace(
    "src/client/errors.ts",
    "  /** Aborted by",
    "  /** Planted: a teapot. */\n  teapot: WithResponse;\n  /** Aborted by",
  );
  const types = await checkTypes("test/types/client.test.ts");
  expect(types).toEqual({ ok: false, output: expect.stringMatching(/^test\/types\/client\.test\.ts\(.*\): error/) });
  replace(
    "test/types/client.test.ts",
    "    switch (error.kind) {",
    '    switch (error.kind) {\n      case "teapot":\n        return String(error.status);',
  );
  const success = "  if (!is2xx(status)) {";
  replace(
    "src/client/response.ts",
    success,
    `  if (status === 418) throw failed("teapot", "The service is a teapot.");\n${success}`,
  );
  write(
    failures,
    `${read(failures)}
import { createPhoneAgentClient as planted } from "../../src/index.ts";

test("a teapot is a new kind of error", async () => {
  const fetch = async () => new Response("", { status: 418 });
  const phone = planted({ baseUrl: "https://example.com", token: "t", fetch });
  await expect(phone.listTokens()).rejects.toMatchObject({ kind: "teapot", status: 418 });
});
`,
  );
  const guide = "scripts/docs/guides/3-errors.md";
  replace(guide, "| `contract`           |", "| `teapot`             | Planted. |\n| `contract`           |");
  note("client: A teapot is a kind.");
  expectOnly("Add an error kind");
});

const server = "test/testing/server.test.ts";

test("add a mock preference", async () => {
  begin();
  const preferences = "src/core/preferences.ts";
  replace(
    preferences,
    "  readonly times?: number;",
    "  readonly times?: number;\n  /** Planted: when to come back, in seconds. */\n  readonly later?: number;",
  );
  replace(
    preferences,
    "  times: createIntegerParser(",
    '  later: createIntegerParser(0, 1000, "seconds, 0 to 1000"),\n  times: createIntegerParser(',
  );
  replace(
    "src/core/response.ts",
    '  if (fault) headers["mock-fault"] = fault;',
    '  if (fault) headers["mock-fault"] = fault;\n  if (exchange.step.later !== undefined) headers["retry-after"] = String(exchange.step.later);',
  );
  replace("src/mock/command.ts", "times=N\n", "times=N, later=SECONDS\n");
  replace(
    "test/core/preferences.test.ts",
    '  ["dynamic=true", { dynamic: true }],',
    '  ["dynamic=true", { dynamic: true }],\n  ["later=5", { later: 5 }],',
  );
  write(
    server,
    `${read(server)}
import { createTestServer as planted } from "../../src/testing/index.ts";

test("later says when to come back", async () => {
  const { fetch } = planted();
  const response = await fetch("https://example.com/api/v2/tokens?token=t", { headers: { prefer: "code=503, later=5" } });
  expect(response.headers.get("retry-after")).toBe("5");
});
`,
  );
  note("mock: Prefer later.");
  expectOnly("Add a mock preference");
});

test("with these changes, the report of the types changes, and types and tests pass", async () => {
  const report = read("release/api.d.ts");
  begin();
  await script("release", "--report");
  expect(read("release/api.d.ts")).not.toBe(report);
  expectOnly("Add an error kind");
  await succeeds(tsc, "--checkers", "1");
  await tests("test/scripts/lint/rules/short-titles.test.ts", "test/types/client", failures, "test/core", server);
});
