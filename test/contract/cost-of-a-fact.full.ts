import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Document, parseDocument } from "yaml";
import { copyProject } from "../../scripts/bench/copy.ts";
import { type Contract, pathOperations, readContract, unknowns } from "../../scripts/contract.ts";
import { run } from "../../scripts/run.ts";
import { factsOf } from "../openapi/facts.ts";

const contractFile = "openapi/openapi.yaml";
/** The table of facts, copied by hand from the description. */
const tableFile = "test/openapi/contract.test.ts";

/** The suites that hold facts of the contract, without those that start other programs for each of them. */
const suites = [
  "openapi/",
  "client/",
  "core/",
  "mock/responses",
  "testing/",
  "validate/",
  "contract/client-and-mock",
  "docs/text",
  "readme",
];

const calls = `
import { createPhoneAgentClient } from "./src/index.ts";

const page = { pageSize: 1, pageNumber: 3, totalRooms: 0, rooms: [] };
const options = {
  baseUrl: "https://example.com",
  token: "demo-token-not-secret",
  fetch: async (request: Request | string | URL) => {
    const { searchParams } = new URL(request instanceof Request ? request.url : request);
    searchParams.delete("token");
    console.log(String(searchParams));
    return Response.json(page);
  },
};
await createPhoneAgentClient(options).listJunkInbox({ exampleTwo: 3 });
const byPurpose = createPhoneAgentClient({ ...options, junkInboxInputNames: { pageNumber: "exampleTwo" } });
await byPurpose.listJunkInbox({ pageNumber: 3 });
`;

let copy: string;
let touched: Set<string>;
beforeAll(() => {
  copy = copyProject("fact");
});
beforeEach(() => {
  touched = new Set();
});
afterAll(() => rmSync(copy, { recursive: true }));

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

/** Writes what the contract claims now into the table, and what it marks as unknown. */
function editTable(): void {
  const contract = readContract(join(copy, contractFile));
  const claims = factsOf(contract).join("\n").replaceAll("\\", "\\\\");
  const ids: Record<string, string[]> = {};
  for (const { id, pointer } of unknowns(contract)) ids[pointer] = [...(ids[pointer] ?? []), id];
  edit(tableFile, (text) =>
    text
      .replace(/(const stated = `\n)[^`]*/, (_, start) => `${start}${claims}\n`)
      .replace(/(const unknownIds = )[^;]*/, (_, start) => start + JSON.stringify(ids, null, 2)),
  );
}

const changelog = (line: string) => edit("CHANGELOG.md", (text) => text.replace("\n- ", `\n- ${line}\n- `));

function costs(most: number): void {
  console.log(`${touched.size} files by hand: ${[...touched].join(", ")}`);
  expect(touched.size).toBeLessThanOrEqual(most);
}

async function passes(...args: string[]): Promise<string> {
  const { ok, output } = await run("sh", ["-c", `cd '${copy}' && exec env -u FULL node ${args.join(" ")}`]);
  expect(ok, output.slice(-8_000)).toBe(true);
  return output;
}

test("an operation that becomes known in full takes four files at most", () => {
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
  // The words that the table wants of the assumed prefix.
  edit(tableFile, (text) => text.replace("relay types, supports, `/api/v2/`, assumed", "relay types, supports"));
  changelog("The response of the relay types is documented.");
  costs(4);
});

test("an error of all operations takes three files at most", () => {
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
    for (const { method, path } of pathOperations(contract)) {
      document.setIn(
        ["paths", path, method.toLowerCase(), "responses", "401"],
        document.createNode({ $ref: "#/components/responses/Unauthorized" }),
      );
    }
  });
  editTable();
  changelog("A missing or wrong token gives 401.");
  costs(3);
});

test("names of the junk inbox inputs that become known take four files at most", () => {
  editContract((document) => {
    const input = (name: string, type: string, description: string) => ({
      name,
      in: "query",
      description,
      schema: { type },
    });
    const at = ["paths", "/api/v2/junkConversations", "get"];
    document.setIn(
      [...at, "x-pagination", "inputs"],
      document.createNode({ paginate: "exampleOne", page: "exampleTwo", size: "exampleThree" }),
    );
    document.setIn(
      [...at, "parameters"],
      document.createNode([
        input("exampleOne", "boolean", "Whether to paginate the response."),
        input("exampleTwo", "integer", "The page to return."),
        input("exampleThree", "integer", "The number of rooms per page."),
        input("exampleFour", "boolean", "Whether to return unread rooms only."),
      ]),
    );
  });
  editTable();
  // The words that the table wants at the free-form parameter.
  edit(tableFile, (text) => text.replace(/^.*1junkConversations\/get\/parameters\/0", .*\n/m, ""));
  edit("scripts/docs/guides/4-junk-inbox.md", (text) =>
    text
      .replace(/Their names and defaults are not\. <!--.*-->/, "The reference has their names.")
      .replace(/^- .*<!-- unknown: page-.*\n/gm, ""),
  );
  changelog("The names of the junk inbox inputs are documented.");
  costs(4);
});

test("with all of them the project holds, and the junk inbox takes its inputs by purpose and by name", async () => {
  const script = (name: string, ...args: string[]) => passes("--import tsx", `scripts/${name}.ts`, ...args);
  await script("lint", "contract", "validator");
  await script("generate");
  await script("lint", "types");
  const vitest = "node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --reporter=dot";
  await passes(vitest, ...suites.map((suite) => `test/${suite}`));

  writeFileSync(join(copy, "names.ts"), calls);
  expect((await passes("--import tsx names.ts")).split("\n")).toEqual(["exampleTwo=3", "exampleTwo=3"]);
}, 600_000);
