import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const tsc = "node_modules/typescript-7/bin/tsc";

test("add a rule", async (context) => {
  const { write, replace, output, expectOnly, script, tests } = createProject("rule", context);
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
  await script("lint", "contract");
  await tests("test/scripts/lint/rules/short-titles.test.ts");
  replace("openapi/openapi.yaml", "  title: Phone Agent Service API", `  title: ${"Long ".repeat(20)}`);
  expect(await output("--import", "tsx", "scripts/lint.ts", "contract")).toContain("contract/short-titles");
});

test("add an error kind", async (context) => {
  const { read, write, replace, note, output, expectOnly, script, tests, succeeds } = createProject(
    "error-kind",
    context,
  );
  replace(
    "src/client/errors.ts",
    "  /** Aborted by",
    "  /** Planted: a teapot. */\n  teapot: WithResponse;\n  /** Aborted by",
  );
  expect(await output(tsc)).toContain("test/types/client.test.ts");
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
  const failures = "test/client/failures.test.ts";
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
  await script("release", "--report");
  expectOnly("Add an error kind");
  await tests(failures, "test/types", "test/client");
  await succeeds(tsc);
});

test("add a mock preference", async (context) => {
  const { read, write, replace, note, expectOnly, script, tests } = createProject("preference", context);
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
  const server = "test/testing/server.test.ts";
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
  await script("release", "--report");
  expectOnly("Add a mock preference");
  await tests("test/core", server);
});
