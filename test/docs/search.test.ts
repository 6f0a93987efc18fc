import { describe, expect, test } from "vitest";
import { type OperationObject, readContract } from "../../scripts/contract/document.ts";
import { createSearch, wordsOf } from "../../scripts/docs/browser/search/engine.ts";
import synonyms from "../../scripts/docs/browser/search/synonyms.json" with { type: "json" };
import { type BlockSource, createBlocks, type Page } from "../../scripts/docs/model/page.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { indexedPages } from "../../scripts/docs/model/site-map.ts";
import { searchEntriesOf } from "../../scripts/docs/search.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import firstTitles from "./search-first.json" with { type: "json" };
import questions from "./search-questions.json" with { type: "json" };

const page = (file: string, title: string, ...parts: BlockSource[]): Page => ({
  kind: "guide",
  file,
  title,
  summary: "",
  blocks: createBlocks(parts),
});
const field = { presence: "required" };
const [entry = expect.unreachable()] = indexedPages(
  contractWith((copy) => {
    copy.paths = {
      "/api/v2/roomList": { get: copy.paths["/api/v2/tokens"]?.["get"] as OperationObject },
    };
    copy["x-operation-index"] = {
      "Junk inbox": [{ method: "GET", name: "List rooms", operationId: "listTokens" }],
    };
  }),
);
const operation = searchEntriesOf({
  ...page(
    "operations/listRooms.html",
    "List rooms",
    "Lists rooms.\n\n```sh\ncurl --silent\n```\n\n## Response 200",
    {
      kind: "fields",
      fields: [
        {
          ...field,
          name: "rooms[].lastMessage",
          type: "string",
          description: "Text & time of the `<last>` message.",
          unknowns: [{ name: "room-order", words: "Order of the `rooms`" }],
        },
        { ...field, name: "pageSize", type: "integer", description: "Rooms on a page." },
      ],
    },
  ),
  entry,
});
describe("the entries of a page", () => {
  test.each([
    ["*Each* of **the**\n[rooms](/x.html), `<last>` first<br>", "Each of the rooms, <last> first"],
    ["- One `text/*`\n- Two `image/*`\n\n1. Three", "One text/* Two image/* Three"],
    ["| A | B |\n| --- | :-: |\n| 1 < 2 | 3 > 2 |", "A B 1 < 2 3 > 2"],
    ["```ts\ncode();\n```\n\n#### After", "After"],
  ])("have the words of %j alone", (markdown, words) => {
    expect(searchEntriesOf(page("a.html", "A", markdown))[0]?.text).toBe(words);
  });

  test("are the page, its headings, fields and unknowns, each with its address", () => {
    expect(
      operation.map(({ address, title, weight }) => [address.split("/").at(-1), title, weight]),
    ).toEqual([
      ["listRooms.html", "List rooms", 1.8],
      ["listRooms.html#response-200", "Response 200", 1.2],
      ["listRooms.html#response-200.rooms.lastMessage", "rooms[].lastMessage", 1],
      ["listRooms.html#room-order", "Order of the rooms", 0.75],
      ["listRooms.html#response-200.pageSize", "pageSize", 1],
    ]);
  });

  test("have the text of tables without their marks, and keep a | of the text and of a cell", () => {
    const table = "It returns `A | B`.\n\n| Name | Type |\n| --- | --- |\n| `one` | `C \\| D` |";
    const [row] = searchEntriesOf(page("guides/types.html", "Types", table));
    expect(row?.text).toBe("It returns A | B. Name Type one C | D");
  });

  test("are one for a page that repeats others", () => {
    const parts = ["Text.", "## Part"];
    const weightsOf = (pageToFind: Page) => searchEntriesOf(pageToFind).map(({ weight }) => weight);
    expect(weightsOf(page("what-is-not-known.html", "A", ...parts))).toEqual([1.8]);
    expect(
      weightsOf({ ...page("a.html", "A", ...parts), entry: { ...entry, knowledge: "name" } }),
    ).toEqual([1.8]);
  });

  test("have their own text, without code samples and markup", () => {
    expect(operation[0]?.text).toBe("GET /api/v2/roomList. operation id listTokens. Lists rooms.");
    expect(operation[2]?.text).toBe(
      "string, required. Unknown: Order of the rooms. Text & time of the <last> message.",
    );
  });
});

describe("a search", async () => {
  const pages = createPages(readContract());
  const rows = pages.flatMap(searchEntriesOf);
  const search = createSearch(rows);

  test.each(Object.entries(firstTitles))(
    "finds for %j first what is called %j here",
    (words, title) => {
      expect(search(words)[0]?.title).toMatch(new RegExp(title, "i"));
    },
  );

  test("finds each field by its name first", () => {
    const lastNameOf = (title = "") => title.split(/[.[\]]+/).at(-1);
    const fields = rows.filter(({ address }) =>
      /^operations\/.*#(request|response)[\w-]*\./.test(address),
    );
    const names = [...new Set(fields.map(({ title }) => lastNameOf(title)))];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name = "") => lastNameOf(search(name)[0]?.title) !== name)).toEqual([]);
  });

  test("leaves out results far weaker than the best, and all but the first 40", async () => {
    const manyRows = Array.from({ length: 100 }, (_, index) =>
      searchEntriesOf(page(`${index}.html`, `Room ${index}`)),
    );
    expect(createSearch(manyRows.flat())("room")).toHaveLength(40);
    const weak = searchEntriesOf(page("weak.html", "Else", `${"Words. ".repeat(500)} A kiosk.`));
    const strong = searchEntriesOf(page("strong.html", "Kiosk"));
    expect(createSearch([...weak, ...strong])("kiosk").map(({ address }) => address)).toEqual([
      "strong.html",
    ]);
  });

  test.each(["zzzz", "qwfp", "430", "", "  ", "🙂"])("for %j finds nothing", (query) => {
    expect(search(query)).toEqual([]);
  });

  test("has the page that answers among the first three results for all questions but two", () => {
    const isAnswer = (address: string, answer: string) =>
      address === answer || address.startsWith(`${answer}#`);
    const ranks = Object.entries(questions).map(([question, answer]) => {
      const rank = search(question).findIndex(({ address }) => isAnswer(address, answer)) + 1;
      return `${rank}: ${question}`;
    });
    expect(ranks.length).toBeGreaterThan(115);
    expect(
      ranks.filter((rank) => !/^[123]:/.test(rank)).length,
      ranks.join("\n"),
    ).toBeLessThanOrEqual(2);
  });

  test("has all answers and all of this reference's phrases among its rows", () => {
    for (const answer of Object.values(questions))
      expect(rows.map(({ address }) => address)).toContain(answer);
    const rowWords = rows.map(
      ({ title, page: pageTitle, text }) => new Set(wordsOf(`${title} ${pageTitle} ${text}`)),
    );
    const phrases = Object.values(synonyms.synonyms).flatMap((list) => list.split(", "));
    const isIn = (phrase: string) =>
      rowWords.some((words) => wordsOf(phrase).every((word) => words.has(word)));
    expect(phrases.filter((phrase) => !isIn(phrase))).toEqual([]);
  });

  test.each([
    ["hang up", "hang-up", "hangup", "Hang Up"],
    ["invoice", "invoices"],
    ["API key", "api-keys", "apikey"],
  ])("takes %s as one phrase, however it's spelled", (phrase, ...spellings) => {
    const addressesOf = (query: string) => search(query).map(({ address }) => address);
    for (const spelling of spellings) expect(addressesOf(spelling)[0]).toBe(addressesOf(phrase)[0]);
  });

  test("takes words as alternatives, more and rarer words first, and says which ones a result lacks", () => {
    expect(search("rooms xyzzy")[0]).toMatchObject({ missing: ["xyzzy"] });
    expect(search("webhook zapier response")[0]).toMatchObject({
      title: "agent zapier response",
      missing: ["webhook"],
    });
    expect(search("error shape")[0]).toMatchObject({
      title: "Shape of error responses",
      missing: [],
    });
  });

  test("takes what is spelled like a word only where nothing else is found, and says so", () => {
    expect(search("dockre")[0]).toMatchObject({ page: "Recipes", guessed: ["dockre"] });
    for (const query of ["docker", "rotate token"])
      for (const { guessed } of search(query)) expect(guessed).toEqual([]);
  });

  test("keeps the s of an acronym, and finds modules and names of samples", () => {
    const titlesOf = (query: string) => search(query).map(({ title }) => title);
    expect(titlesOf("CORS").join()).not.toMatch(/correct/);
    expect(search("cors")).toEqual(search("CORS"));
    for (const name of ["UndiciInstrumentation", "@opentelemetry/instrumentation-undici"])
      expect(titlesOf(name)[0]).toBe("OpenTelemetry");
  });

  test("has the same parameter of several operations once, and marks unknowns", () => {
    const tokens = search("token").filter(({ address }) => address.endsWith("#request.token"));
    expect(tokens.map(({ repetitions }) => repetitions)).toEqual([4]);
    expect(search("Unit of timeout")[0]).toMatchObject({
      title: "Unit of timeout",
      isUnknown: true,
    });
  });
});
