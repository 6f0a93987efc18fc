import { expect, test } from "vitest";
import type { Contract, IndexRow } from "../../scripts/contract/document.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { writeIndex } from "../../scripts/docs/llms.ts";
import { areaAddress, operationPages, toHeadingSlug, unknownPages } from "../../scripts/docs/model/addresses.ts";
import { createPage } from "../../scripts/docs/model/page.ts";
import { describeCompleteness } from "../../scripts/docs/model/unknowns.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const unknown = (...ids: string[]) => ({ "x-not-shown": Object.fromEntries(ids.map((id) => [id, `Fact ${id}`])) });
const operation = (operationId: string, area: string, keywords: object = {}) => ({
  operationId,
  tags: [area],
  summary: `Summary of ${operationId}`,
  responses: {},
  ...keywords,
});

/** Creates a contract with two areas and nothing else but these operations. */
const contractOf = (operations: ReturnType<typeof operation>[], names: Record<string, IndexRow[]> = {}): Contract =>
  contractWith((copy) => {
    Object.assign(copy, unknown("of-the-api"));
    copy.info.description = "An API.";
    copy.tags = ["Agents", "Rooms"].map((name) => ({ name, ...unknown(`of-${name}`) }));
    copy.servers = [];
    copy.components = { schemas: { Shared: unknown("of-a-schema") as never }, responses: {} };
    copy.paths = Object.fromEntries(
      operations.map((item) => [`/${item.operationId}`, { get: item }]),
    ) as unknown as Contract["paths"];
    copy["x-operation-index"] = Object.fromEntries(
      copy.tags.map(({ name: area }) => [
        area,
        [
          ...operations
            .filter(({ tags }) => tags[0] === area)
            .map(({ operationId }) => ({ method: "GET" as const, name: operationId, operationId })),
          ...(names[area] ?? []),
        ],
      ]),
    );
  });
const sharedResponse = {
  responses: {
    "200": { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/Shared" } } } },
  },
};
const fileOf = (contract: Contract, id: string) => unknownPages(contract).find((entry) => entry.id === id);

test("an unknown is on the page of its operation or its area, and one of the API on the first page", () => {
  const contract = contractOf([operation("list", "Agents", unknown("of-list"))], {
    Rooms: [{ method: "POST", name: "Create", ...unknown("of-create") }],
  });
  expect(unknownPages(contract).map(({ id, subject, file }) => [id, subject, file])).toEqual(
    expect.arrayContaining([
      ["of-the-api", "The API as a whole", "index.html"],
      ["of-Agents", "Agents", "all-operations.html"],
      ["of-list", "Summary of list", "operations/list.html"],
      ["of-create", "Create", "operations/create.html"],
    ]),
  );
});

test("an unknown of several operations is on the page of the first, or of the API if their areas differ", () => {
  const ofOneArea = contractOf([
    operation("one", "Agents", sharedResponse),
    operation("two", "Agents", sharedResponse),
  ]);
  const ofTwoAreas = contractOf([
    operation("one", "Agents", sharedResponse),
    operation("two", "Rooms", sharedResponse),
  ]);
  expect(fileOf(ofOneArea, "of-a-schema")).toMatchObject({ subject: "Summary of one", file: "operations/one.html" });
  expect(fileOf(ofTwoAreas, "of-a-schema")).toMatchObject({ subject: "The API as a whole", file: "index.html" });
});

test("the method is in the name and the address of operations with one name, and of no other", () => {
  const contract = contractOf([operation("list", "Agents")], {
    Rooms: [
      { method: "GET", name: "Room & board" },
      { method: "PUT", name: "room & Board" },
      { method: "GET", name: "Rooms" },
    ],
  });
  expect(operationPages(contract).map(({ name, title, file }) => [name, title, file])).toEqual([
    ["list", "Summary of list", "operations/list.html"],
    ["Room & board (GET)", "Room & board (GET)", "operations/get-room-and-board.html"],
    ["room & Board (PUT)", "room & Board (PUT)", "operations/put-room-and-board.html"],
    ["Rooms", "Rooms", "operations/rooms.html"],
  ]);
});

test("an operation's completeness is how it's known and the number of its unknowns, if there are any", () => {
  const withInput = { parameters: [{ name: "q", in: "query", schema: {} }] };
  const fromTraffic = { "x-observed": { source: "HAR", exchanges: 1 } };
  const contract = contractOf(
    [
      operation("a", "Agents", withInput),
      operation("b", "Agents", { ...withInput, ...unknown("b-one") }),
      operation("c", "Agents", { ...withInput, ...unknown("c-one", "c-two") }),
      operation("d", "Agents"),
      operation("e", "Agents", unknown("e-one")),
      operation("f", "Agents", fromTraffic),
      operation("g", "Agents", { ...fromTraffic, ...unknown("g-one") }),
    ],
    { Agents: [{ method: "GET", name: "h", ...unknown("h-one") }] },
  );
  expect(operationPages(contract).map((entry) => describeCompleteness(contract, entry))).toEqual([
    "documented",
    "1 unknown",
    "2 unknowns",
    "path only",
    "path only, 1 unknown",
    "observed",
    "observed, 1 unknown",
    "name only",
  ]);
});

test("an id of a heading has its words without marks, and neither begins nor ends with a dash", () => {
  expect(toHeadingSlug("`items` & *more*!")).toBe("items-and-more");
  expect(areaAddress("SIP (beta)")).toBe("/all-operations.html#sip-beta");
});

test.each([
  ["guides/a.html", "/guides/a.html#part", "#part"],
  ["guides/a.html", "/guides/a.html", "../guides/a.html"],
  ["guides/a.html", "/b.html#part", "../b.html#part"],
  ["index.html", "/guides/a.html", "guides/a.html"],
  ["/api/404.html", "/guides/a.html", "/api/guides/a.html"],
  ["a.html", "https://example.com/", "https://example.com/"],
  ["a.html", "mailto:a@example.com", "mailto:a@example.com"],
  ["a.html", "b.html#part", "b.html#part"],
  ["a.html", "#part", "#part"],
  ["a.html", "ftp://example.com/", undefined],
  ["a.html", "/b.html?c", undefined],
])("in %s, the link %s goes to %s", (file, href, target) => {
  expect(createLink(file)(href)).toBe(target);
});

test("llms.txt links to the pages whose text is published, and says which operation a page is about", () => {
  const contract = contractOf([operation("list", "Agents")], { Agents: [{ method: "GET", name: "Named" }] });
  contract.servers.push({ url: "https://a.example.com" }, { url: "https://b.example.com", description: "Tests." });
  const [entry = expect.unreachable(), nameOnly = expect.unreachable()] = operationPages(contract);
  const pages = [
    createPage("guide", "a.html", "A", "About A.", []),
    createPage("guide", "b.html", "B", "About B.", []),
    { ...createPage("operation", "c.html", "C", "About C.", []), entry },
    { ...createPage("operation", "d.html", "D", "About D.", []), entry: nameOnly },
  ];
  const text = writeIndex(contract, pages, (file) => (file === "b.md" ? undefined : file), [["All", "all.txt"]]);
  expect(text).toContain("\n- https://a.example.com\n- https://b.example.com: Tests.\n");
  expect(text).toContain(
    "\n- [A](a.md): About A.\n- B: About B.\n- [C](c.md): `GET /list`. About C.\n- [D](d.md): About D.\n",
  );
  expect(text).toMatch(/## Files\n\n- \[All\]\(all\.txt\)\n$/);
});
