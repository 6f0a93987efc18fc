import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { type Exchange, isIgnored } from "../../src/traffic/exchange.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { splitElements, splitLines } from "../../src/traffic/split.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { runs } from "../runs.ts";
import { collect, entry, har, writeTemporaryFile } from "./files.ts";

const contract = createVerifiableContract(readContract());

async function read(
  content: string,
  source: "har" | "ndjson" | "journal" = "har",
  baseUrl?: string,
) {
  const { readFile } = createTrafficReader(contract, { baseUrl });
  return collect(readFile(writeTemporaryFile("traffic", content), source));
}

async function readExchange(...[exchange]: Parameters<typeof entry>): Promise<Exchange> {
  const [item] = await read(har(entry(exchange)));
  if (!item || isIgnored(item)) throw new Error(`Ignored: ${item?.reason}`);
  return item;
}

/** Reads an entry of a HAR with a contract. */
const readWith = (document: object, harEntry: object, source: "har" | "postman" = "har") => {
  const origin = { source, file: "", session: "", number: 1 } as const;
  return createTrafficReader(createVerifiableContract(document)).readEntry(
    harEntry,
    origin,
  ) as Exchange;
};

const reasonsOf = async (...content: Parameters<typeof read>) =>
  (await read(...content)).map((item) => (isIgnored(item) ? item.reason : "read"));

const page = "/api/v2/junkConversations?token=tok-secret";

describe("the splitter", () => {
  async function* chunks(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += size)
      yield bytes.subarray(start, start + size);
  }

  async function split(text: string, size: number, ...keys: string[]) {
    const parts = await collect(splitElements(chunks(text, size), keys));
    return parts.map((part) => ("text" in part ? JSON.parse(part.text) : part.reason));
  }

  test("finds exactly the elements of any document at any chunk size", async () => {
    const surroundings = fc.dictionary(
      fc.string().filter((name) => name !== "log"),
      fc.jsonValue(),
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        surroundings,
        surroundings,
        fc.integer({ min: 1, max: 9 }),
        async (values, fieldsBefore, fieldsAfter, size) => {
          const list = values.map((value) => JSON.parse(JSON.stringify(value)));
          const document = {
            ...fieldsBefore,
            log: { pages: [[{ entries: [1] }], '"]},'], entries: list },
            ...fieldsAfter,
          };
          expect(
            await split(JSON.stringify(document, null, size % 3), size, "log", "entries"),
          ).toEqual(list);
          expect(await split(JSON.stringify(list), size)).toEqual(list);
        },
      ),
      { numRuns: runs(500), seed: 11 },
    );
  });

  test("takes the entries of `log` alone, and all of them up to where the file ends", async () => {
    const log = '"log":{"a":{"entries":[2]},"entries":[3],"pages":[],"entries":[4,5]}';
    const text = `{"x":{"entries":[1]},${log},"y":{"entries":[6]}}`;
    expect(await split(text, 3, "log", "entries")).toEqual([3, 4, 5]);
    const part = text.slice(0, text.indexOf("5]") + 1);
    expect(await split(part, 3, "log", "entries")).toEqual([3, 4, "the file ends within it"]);
  });

  test("yields the lines of a file that aren't blank, but not one that is too long", async () => {
    const long = Array(65).fill(" ".repeat(2 ** 20));
    const chunks = (async function* () {
      for (const text of ['{"a"', ":1}\n\n", ...long, "\n{}", "\r\n[", "]"])
        yield Buffer.from(text);
    })();
    expect(await collect(splitLines(chunks))).toEqual([
      { text: '{"a":1}' },
      { reason: "longer than 64 MiB" },
      { text: "{}\r" },
      { text: "[]", isOpen: true },
    ]);
  });
});

describe("an exchange", () => {
  test("has its operation, its decoded path below the base URL, its query without the token, and its bodies", async () => {
    const exchange = await readExchange({
      url: "/proxy/api/v2/webhookRelay/a%2Fb?token=tok-secret&x=1&x=2#tok-secret",
      requestHeaders: {
        Authorization: "Bearer tok-secret",
        Cookie: "a=tok-secret",
        "X-Api-Key": "k",
      },
      sent: { text: "hello" },
      status: 404,
      body: { reason: "none" },
    });
    expect({ ...exchange, query: String(exchange.query) }).toEqual({
      source: "har",
      file: "traffic",
      session: "traffic",
      number: 1,
      at: "2026-11-22T06:00:00.000Z",
      method: "GET",
      match: {
        target: contract.operations["getWebhookRelay"],
        pathValues: { type: "a/b" },
      },
      segments: ["api", "v2", "webhookRelay", "a/b"],
      query: "x=1&x=2",
      requestBody: { mediaType: "application/json", content: { value: { text: "hello" } } },
      status: 404,
      responseBody: { mediaType: "application/json", content: { value: { reason: "none" } } },
    });
  });

  test("of a documented operation that deals in tokens has masked bodies: types and patterns without values", async () => {
    const { responseBody } = await readExchange({ body: fixtures.listTokens["every-field"] });
    expect(responseBody.content).toMatchObject({
      value: {
        success: true,
        message: "xxxxxxx xxxxxxx",
        tokens: [{ timestamp: "0000000000", userId: 0 }, {}],
      },
    });
    expect(JSON.stringify(responseBody)).not.toMatch(/EXAMPLE_TOKEN|admin|1001/);
  });

  test("of another operation that may deal in tokens has no bodies", async () => {
    const secret = { a: "tok-secret" };
    const exchange = { method: "POST", url: "/api/v2/tokens/create", sent: secret, body: secret };
    const { requestBody, responseBody } = await readExchange(exchange);
    const content = { missing: "dropped: the operation may deal in tokens" };
    expect([requestBody.content, responseBody.content]).toEqual([content, content]);
  });

  test("of an operation that deals in tokens and is known from traffic alone has no bodies", async () => {
    const observedContract = {
      "x-operation-index": {
        Authorization: [{ method: "GET", name: "List tokens", operationId: "listTokens" }],
      },
      paths: {
        "/api/v2/tokens": { get: { operationId: "listTokens", "x-observed": {}, responses: {} } },
      },
    };
    expect(
      readWith(observedContract, entry({ body: { a: "tok-secret" } })).responseBody.content,
    ).toEqual({
      missing: "dropped: the operation may deal in tokens",
    });
  });

  test("has masked values in every field and parameter that is named like a secret", async () => {
    const exchange = await readExchange({
      method: "POST",
      url: "/api/v2/agents?apiKey=tok-secret&q=1",
      sent: { client_secret: { deep: ["tok-secret", 17, 1.25, true, null] }, kept: "yes" },
      body: {
        config: { headers: [{ Authorization: "tok-secret" }] },
        accessToken: "tok-secret",
        text: "ok",
      },
    });
    expect(JSON.stringify(exchange) + exchange.query).not.toContain("tok-secret");
    expect(String(exchange.query)).toBe("apiKey=&q=1");
    const masks = { deep: ["xxx-xxxxxx", 0, 0.5, true, null] };
    expect(exchange.requestBody.content).toMatchObject({
      value: { client_secret: masks, kept: "yes" },
    });
    expect(exchange.responseBody.content).toMatchObject({
      value: { text: "ok", accessToken: "xxx-xxxxxx" },
    });
  });

  test("has a query without declared credentials, and without the values of other secrets", () => {
    const key = { type: "apiKey", in: "query", name: "ak" };
    const paths = { "/api/v2/parcels": { get: {} } };
    const document = { components: { securitySchemes: { key } }, paths };
    const url = "/api/v2/parcels?ak=declared-key&token=tok-secret&x=1";
    const { query, responseBody } = readWith(
      document,
      entry({ url, body: { "of declared-key": 1, kept: 2 } }),
    );
    expect(String(query)).toBe("token=&x=1");
    expect(responseBody.content).toEqual({ value: { "*": 1, kept: 2 } });
  });

  test("from the mock's journal has no response body", async () => {
    const request = {
      method: "GET",
      path: "/api/v2/tokens",
      query: { page: ["1", "2"] },
      headers: {},
      body: { a: 1 },
    };
    const entry = {
      at: "2026-11-22T06:00:00.000Z",
      run: "r",
      ...request,
      source: "tester",
      status: 503,
    };
    const [exchange, ignoredEntry] = await read(
      JSON.stringify([entry, { ...entry, source: "mock" }]),
      "journal",
    );
    expect(ignoredEntry).toMatchObject({
      file: "traffic",
      number: 2,
      reason: "the mock rejected the request",
    });
    expect(exchange).toMatchObject({
      source: "journal",
      session: "traffic r",
      segments: ["api", "v2", "tokens"],
      status: 503,
      requestBody: { content: { value: { a: 0 } } },
      responseBody: { content: { missing: "not recorded" } },
    });
    expect(String((exchange as Exchange).query)).toBe("page=1&page=2");
  });

  test("is read from each line of NDJSON that is a HAR entry", async () => {
    const text = `${JSON.stringify(entry({}))}\nnot JSON tok-secret\n\n${JSON.stringify(entry({ url: page }))}`;
    expect(await reasonsOf(text, "ndjson")).toEqual(["read", "not JSON", "read"]);
    // Some editors and shells begin a file with a byte order mark.
    expect(await reasonsOf(`\ufeff${text}`, "ndjson")).toEqual(["read", "not JSON", "read"]);
  });
});

test.each([
  ["method", "not a recorded request"],
  ["path", "not a recorded request"],
  ["status", "no response recorded"],
])("an entry of a journal without %s is ignored", async (name, reason) => {
  const journal = [
    { method: "GET", path: "/api/v2/tokens", status: 200, source: "tester", [name]: undefined },
  ];
  expect(await reasonsOf(JSON.stringify(journal), "journal")).toEqual([reason]);
});

describe("a recorded body", () => {
  const body = JSON.stringify(fixtures.listJunkInbox.empty);
  test.each([
    ["text with the header of the packed body", { headers: { "Content-Encoding": "gzip" }, body }],
    [
      "text with the length of the packed body alone",
      { headers: { "Content-Encoding": "gzip", "Content-Length": "999" }, content: { text: body } },
    ],
  ])("is read as %s", async (_, exchange) => {
    const { responseBody } = await readExchange({ url: page, ...exchange });
    const value = fixtures.listJunkInbox.empty;
    expect(responseBody).toEqual({ mediaType: "application/json", content: { value } });
  });

  test("of Postman's can be edited: the length of what the service sent isn't its own", () => {
    const headers = { "Content-Length": "999" };
    const edited = entry({ url: page, headers, content: { text: body } });
    const contentOf = (...source: ["postman"] | []) =>
      readWith(readContract(), edited, ...source).responseBody.content;
    expect(contentOf("postman")).toEqual({ value: fixtures.listJunkInbox.empty });
    expect(contentOf()).toEqual({ missing: "cut off" });
  });

  test.each([
    ["no content", { content: { size: 0 } }],
    ["no content", { content: { text: "" } }],
    ["no content", { headers: { "Content-Length": "0" } }],
    ["no content", { status: 204, error: "net::ERR_ABORTED" }],
    ["not recorded", {}],
    ["not recorded", { headers: { "Content-Length": "12" }, content: { size: 0, text: "" } }],
    ["not recorded", { error: "net::ERR_INCOMPLETE_CHUNKED_ENCODING", content: { size: 0 } }],
    ["not recorded", { content: { text: "!!!!", encoding: "base64" } }],
    [
      "cut off",
      {
        headers: { "Content-Encoding": "gzip" },
        content: { text: body.slice(0, 20), size: body.length },
      },
    ],
    ["cut off", { error: "net::ERR_CONTENT_LENGTH_MISMATCH", body: body.slice(0, 20) }],
    [
      "packed",
      {
        headers: { "Content-Encoding": "zstd" },
        content: { text: "KLUv/QRYAQAA", encoding: "base64", size: 999 },
      },
    ],
    ["not JSON", { headers: { "Content-Encoding": "gzip" }, body: "<html>" }],
    [
      "not JSON",
      { content: { text: Buffer.from([0, 255, 254]).toString("base64"), encoding: "base64" } },
    ],
  ])("is %s", async (reason, exchange) => {
    expect((await readExchange({ url: page, ...exchange })).responseBody.content).toEqual({
      missing: reason,
    });
  });
});

describe("an unusable exchange is ignored because of", () => {
  test.each([
    ["not JSON", '{"\n'],
    ["the file ends within it", '{"'],
    ["not a recorded request", JSON.stringify(entry({ method: "tok-secret" }))],
    ["not an HTTP request", JSON.stringify(entry({ url: "data:text/plain,tok-secret" }))],
    ["a socket", JSON.stringify(entry({ url: "wss://service.example.com/api/v2/tok-secret" }))],
    ["The path has a dot segment.", JSON.stringify(entry({ url: "/api/v2/%2e%2e/tokens" }))],
  ])("%s", async (reason, line) => {
    expect(await reasonsOf(line, "ndjson")).toEqual([reason]);
  });

  test("arbitrary contents, without ending the reading", async () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record({ request: fc.jsonValue(), response: fc.jsonValue() }),
      fc.jsonValue().map((value) => ({
        ...entry({}),
        response: { status: 200, headers: value, content: value },
      })),
      fc.jsonValue().map((value) => ({
        method: "GET",
        path: "/api/v2/tokens",
        query: value,
        headers: value,
        status: 200,
      })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd), async (values) => {
        for (const source of ["ndjson", "journal"] as const) {
          const list = values.map((value) => JSON.stringify(value));
          const text = source === "ndjson" ? list.join("\n") : `[${list}]`;
          expect(await read(text, source)).toHaveLength(values.length);
        }
      }),
      { numRuns: runs(500), seed: 11 },
    );
  });
});

test.each([
  ["har", "[]", "it isn't a complete HAR, since it has no log.entries: export it again."],
  ["journal", "{}", "it isn't a journal of the mock: it contains no JSON array."],
] as const)(
  "reading a file that isn't a %s throws one sentence",
  async (source, content, sentence) => {
    await expect(read(content, source)).rejects.toThrow(sentence);
  },
);

describe("the source of a file is found for", () => {
  const item = [
    { request: "https://a.example/api/v2/tokens", response: [{ code: 200, body: "{}" }] },
  ];
  const log = { version: "1.2", entries: [entry({})] };
  test.each<[string, string, string]>([
    ["a HAR after other keys", "a.har", JSON.stringify({ comment: "item", log })],
    ["a collection with its information at the end", "a.json", JSON.stringify({ item, info: {} })],
    [
      "a list of collections with other keys first",
      "a.json",
      JSON.stringify([{ id: "1", name: "a", info: {}, item }]),
    ],
    [
      "a journal with a body like a collection",
      "a.json",
      JSON.stringify([
        {
          at: "2026-03-01",
          run: "",
          method: "POST",
          path: "/api/v2/tokens",
          body: { info: 1, item },
          status: 200,
        },
      ]),
    ],
  ])("%s", async (_, name, content) => {
    const { readFile } = createTrafficReader(contract);
    const items = await collect(readFile(writeTemporaryFile(name, content)));
    expect(items.map((read) => (isIgnored(read) ? read.reason : "read"))).toEqual(["read"]);
  });
});
