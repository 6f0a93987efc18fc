import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Document, parseDocument } from "yaml";
import { copyProject } from "../../scripts/bench/copy.ts";
import { type Contract, documentedOperations, readContract } from "../../scripts/contract.ts";
import { type Outcome, run } from "../../scripts/run.ts";
import { facts } from "../openapi/facts.ts";

const contractFile = "openapi/openapi.yaml";
/** The table of facts, copied by hand from the description. */
const tableFile = "test/openapi/contract.test.ts";

let copy: string;
let touched: Set<string>;
beforeEach(() => {
  copy = copyProject("fact");
  touched = new Set();
});
afterEach(() => rmSync(copy, { recursive: true }));

/** Changes a file as a maintainer would by hand. */
function edit(file: string, change: (text: string) => string): void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  expect(change(text), file).not.toBe(text);
  writeFileSync(path, change(text));
  touched.add(file);
}

function editContract(change: (document: Document) => void): void {
  edit(contractFile, (text) => {
    const document = parseDocument(text);
    change(document);
    return document.toString({ lineWidth: 120 });
  });
}

/** Writes what the contract claims now into the table, which stands between two back quotes. */
function editTable(): void {
  const claims = facts(readContract(join(copy, contractFile))).join("\n");
  edit(tableFile, (text) =>
    text.replace(/(const stated = `\n)[^`]*/, (_, start) => `${start}${claims.replaceAll("\\", "\\\\")}\n`),
  );
}

const node = (...args: string[]): Promise<Outcome> =>
  run("sh", ["-c", `cd '${copy}' && exec env -u FULL node ${args.join(" ")}`]);

const passes = ({ ok, output }: Outcome) => expect(ok, output).toBe(true);

/** Whether all that a fact can break holds after the edits. The rest of `npm test` does not read the contract. */
async function holds(): Promise<void> {
  const script = (name: string, ...args: string[]) => node("--import tsx", `scripts/${name}.ts`, ...args);
  passes(await script("lint", "contract", "validator"));
  passes(await script("generate"));
  passes(await script("lint", "types"));
  const suites = [
    "openapi",
    "client",
    "mock",
    "testing",
    "types",
    "validate",
    "contract",
    "docs",
    "samples",
    "recipes",
  ];
  const outcome = await node(
    "node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --reporter=dot",
    ...suites.map((suite) => `test/${suite}/`),
  );
  const failed = [...outcome.output.matchAll(/^.*FAIL.*$/gm)].map(([line]) => line);
  expect([failed, outcome.ok], outcome.output.slice(-4_000)).toEqual([[], true]);
}

async function costs(most: number): Promise<void> {
  await holds();
  console.log(`${touched.size} files by hand: ${[...touched].join(", ")}`);
  expect(touched.size).toBeLessThanOrEqual(most);
}

const changelog = (line: string) => edit("CHANGELOG.md", (text) => text.replace("\n- ", `\n- ${line}\n- `));

test("an operation that becomes known in full takes four files at most", async () => {
  editContract((document) => {
    const at = ["paths", "/api/v2/webhookRelay/types", "get"];
    document.deleteIn([...at, "x-not-shown"]);
    document.setIn([...at, "description"], "Lists the relay types that the service supports.");
    document.setIn(
      [...at, "responses"],
      document.createNode({
        "200": {
          description: "The supported relay types.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["types"],
                properties: {
                  types: {
                    description: "One entry for each relay type.",
                    type: "array",
                    items: { description: "Name of the relay type.", type: "string" },
                  },
                },
              },
              examples: {
                "every-field": { summary: "Two types", value: { types: ["example-type", "other-type"] } },
                empty: { summary: "No types", value: { types: [] } },
                one: { summary: "One type", value: { types: ["example-type"] } },
              },
            },
          },
        },
        default: { $ref: "#/components/responses/Failure" },
      }),
    );
  });
  editTable();
  changelog("The response of the relay types is documented.");
  await costs(4);
});

test("an error of all operations takes three files at most", async () => {
  editContract((document) => {
    const error = {
      description: "The token is missing or wrong.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["error"],
            properties: { error: { description: "What is wrong.", type: "string" } },
          },
          examples: Object.fromEntries(
            ["missing", "empty", "wrong"].map((name) => [name, { summary: `A ${name} token`, value: { error: name } }]),
          ),
        },
      },
    };
    document.setIn(["components", "responses", "Unauthorized"], document.createNode(error));
    const contract = document.toJS() as Contract;
    for (const { method, path } of documentedOperations(contract)) {
      document.setIn(
        ["paths", path, method.toLowerCase(), "responses", "401"],
        document.createNode({ $ref: "#/components/responses/Unauthorized" }),
      );
    }
  });
  editTable();
  changelog("A missing or wrong token gives 401.");
  await costs(3);
});

test("names of the junk inbox inputs that become known take four files at most", async () => {
  editContract((document) => {
    const input = (name: string, type: string, description: string) => ({
      name,
      in: "query",
      description,
      schema: { type },
    });
    document.setIn(
      ["paths", "/api/v2/junkConversations", "get", "parameters"],
      document.createNode([
        input("exampleOne", "boolean", "Whether to paginate the response."),
        input("exampleTwo", "integer", "The page to return."),
        input("exampleThree", "integer", "The number of rooms per page."),
        input("exampleFour", "boolean", "Whether to return unread rooms only."),
      ]),
    );
  });
  editTable();
  changelog("The names of the junk inbox inputs are documented.");
  await costs(4);
});
