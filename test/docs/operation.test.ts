import { expect, test } from "vitest";
import { webhooksOf } from "../../scripts/contract/operations.ts";
import { blockRenderer } from "../../scripts/docs/html/blocks.ts";
import { renderContent } from "../../scripts/docs/html/content.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { operationPages } from "../../scripts/docs/model/addresses.ts";
import { createOperationPage, createWebhookPage } from "../../scripts/docs/model/operation.ts";
import { createPage, type Page } from "../../scripts/docs/model/page.ts";
import { contractWith, objectAt, tokens } from "../scripts/contract-copy.ts";

const schema = { type: "string" };
const readOnlyText = { ...schema, readOnly: true };

const noAsset = { name: "", content: "" };

const markdown = (page: Page) => markdownOf(page, (href) => href);

/** Builds the page of an operation with changed fields. */
function pageWith(change: object, components: object = {}): Page {
  const contract = contractWith((copy) => {
    Object.assign(objectAt(copy, ...tokens), change);
    Object.assign(copy.components, components);
  });
  const entry = operationPages(contract).find(({ operationId }) => operationId === "listTokens");
  if (!entry?.pathOperation) throw new Error("The contract has no listTokens.");
  return createOperationPage(contract, entry, entry.pathOperation);
}

const textWith = (change: object, components: object = {}) => markdown(pageWith(change, components));

/** Builds the page of an operation with fields in its response. */
const pageWithFields = (properties: object, keywords: object = {}) =>
  pageWith({
    responses: {
      "200": {
        description: "OK.",
        content: { "application/json": { schema: { type: "object", properties, ...keywords } } },
      },
    },
  });

const htmlOf = ({ file, blocks }: Page) => blocks.map(blockRenderer(createLink(file))).join("\n");
/** Returns the HTML of a field, with its description and unknowns. */
const fieldIn = (page: Page, name: string) =>
  new RegExp(`<li id="[^"]*\\.${name}".*?</li>`, "s").exec(htmlOf(page))?.[0] ?? "";

test("a description with two paragraphs stays with its field, and so does its unknown", () => {
  const page = pageWithFields({
    first: { ...schema, description: "One.\n\nTwo.", "x-not-shown": { "first-unit": "Unit of `first`" } },
    second: { ...schema, description: "Three." },
  });
  expect(markdown(page)).toContain(
    "- `first` (`string`): One.\n\n  Two.\n  - **Unknown:** Unit of `first` (`first-unit`).\n- `second`",
  );
  expect(fieldIn(page, "first")).toMatch(/One\..*Two\..*id="first-unit"/s);
  expect(fieldIn(page, "second")).not.toContain("first-unit");
});

test("a body with fields and without a name has the type that the client has, and one of unknown shape none", () => {
  const typeIn = (page: Page) => /Promise<.*>/.exec(markdown(page))?.[0];
  expect(typeIn(pageWithFields({ first: { ...schema, description: "One." } }))).toBe("Promise<ListTokensResponse>");
  const content = { "application/json": { schema: {} } };
  const responses = { "200": { description: "OK.", content } };
  expect(typeIn(pageWith({ responses }))).toBe("Promise<unknown>");
});

test("a sample prints the length of the main list of a result, or else the keys of its main object", () => {
  const properties = { total: { type: "integer" }, record: { type: "object" }, names: { type: "array" } };
  const textRequiring = (...required: string[]) => markdown(pageWithFields(properties, { required }));
  expect(textRequiring("total", "record", "names")).toMatch(
    /result\.names\.length.*len\(json\.load\(response\)\["names"\]/s,
  );
  expect(textRequiring("total", "record")).toMatch(/keys\(result\.record\).*list\(json\.load\(response\)\["record"\]/s);
  expect(textRequiring("total")).toMatch(/keys\(result\).*list\(json\.load\(response\)\)/s);
});

test("a pattern with a backtick is unchanged", () => {
  const page = pageWithFields({ quoted: { ...schema, pattern: "^`[a|b]+`$", description: "A field." } });
  expect(fieldIn(page, "quoted")).toContain("string, pattern ^`[a|b]+`$");
  expect(markdown(page)).toContain("- `quoted` (`` string, pattern ^`[a|b]+`$ ``): A field.");
});

test.each<[type: string, schema: object]>([
  [
    "number, exclusiveMinimum 0, exclusiveMaximum 9, multipleOf 0.01",
    { type: "number", multipleOf: 0.01, exclusiveMinimum: 0, exclusiveMaximum: 9 },
  ],
  ["array of string, uniqueItems", { type: "array", uniqueItems: true, items: schema }],
  ["array of string", { type: "array", uniqueItems: false, items: schema }],
  ["object, minProperties 1, maxProperties 2", { type: "object", minProperties: 1, maxProperties: 2 }],
  ["string, base64, audio/mpeg", { ...schema, contentEncoding: "base64", contentMediaType: "audio/mpeg" }],
  ["array of string, then integer", { type: "array", prefixItems: [schema, { type: "integer" }], items: false }],
  ["array of string, then boolean", { type: "array", prefixItems: [schema], items: { type: "boolean" } }],
])("a field shows %s", (type, field) => {
  expect(markdown(pageWithFields({ field: { ...field, description: "A field." } }))).toContain(
    `- \`field\` (\`${type}\`): A field.`,
  );
});

test("a field with allOf has the type and the descriptions of its parts", () => {
  const components = { schemas: { Base: { type: "object", description: "A base." }, TokenList: {} } };
  const joined = { allOf: [{ $ref: "#/components/schemas/Base" }, { description: "More." }] };
  const page = pageWith(
    {
      responses: {
        "200": {
          description: "OK.",
          content: { "application/json": { schema: { type: "object", properties: { joined } } } },
        },
      },
    },
    components,
  );
  expect(markdown(page)).toContain("- `joined` (`object`): A base. More.");
});

test("the token is a parameter if an operation takes it, and required if that is known", () => {
  expect(textWith({})).toContain("- `token` (`string, in the query`, required): ");
  const observedText = textWith({ "x-observed": { source: "HAR", exchanges: 1 } });
  expect(observedText).toContain("- `token` (`string, in the query`): ");
  expect(observedText).toContain("whether it requires the token is unknown");
  expect(textWith({ security: [] })).not.toContain("`token` (");
});

test("a parameter has its examples, and a body its media type", () => {
  const examples = { one: { summary: "One", value: "a`b" }, two: { summary: "Two", value: 2 } };
  const parameters = [{ in: "query", name: "q", description: "An input.", schema, examples }];
  const text = textWith({ parameters });
  expect(text).toContain("- `q` (`string, in the query`, optional): An input. Example: `` a`b ``, `2`.");
  expect(text).toContain("Media type: `application/json`");
});

test("a request body omits read-only fields, and a response write-only ones", () => {
  const properties = {
    id: readOnlyText,
    secret: { ...schema, writeOnly: true },
    name: schema,
    owner: { $ref: "#/components/schemas/Owner", readOnly: true },
  };
  const body = { type: "object", required: ["id", "secret", "name", "owner"], properties };
  const content = { "application/json": { schema: body } };
  const components = { schemas: { Owner: { type: "object", properties: { email: schema } }, TokenList: {} } };
  const change = { requestBody: { required: true, content }, responses: { "200": { description: "OK.", content } } };
  const fields = pageWith(change, components).blocks.flatMap((block) =>
    block.kind === "fields" ? [block.fields] : [],
  );
  expect(fields.map((list) => list.map(({ name }) => name))).toEqual([
    ["token"],
    ["secret", "name"],
    ["id", "name", "owner", "owner.email"],
  ]);
});

test("successes precede failures, also if a failure's status is a number", () => {
  const responses = {
    "401": { description: "No." },
    default: { description: "Other." },
    "2XX": { description: "OK." },
  };
  const titles = pageWith({ responses }).blocks.flatMap((block) => (block.kind === "heading" ? [block.title] : []));
  expect(titles).toEqual(["Request", "Response 2XX", "Response 401", "Response default"]);
});

test("a response has its headers, also one by reference", () => {
  const headers = {
    "X-Total": { description: "Number of tokens.", required: true, schema: { type: "integer" } },
    "X-Page": { $ref: "#/components/headers/Page" },
  };
  const responses = { "200": { description: "The tokens.", headers } };
  const text = textWith({ responses }, { headers: { Page: { description: "The page.", schema } } });
  expect(text).toContain("- `X-Total` (`integer, in the header`, required): Number of tokens.");
  expect(text).toContain("- `X-Page` (`string, in the header`, optional): The page.");
});

test("a deprecated operation, input and field are marked, and no others", () => {
  const properties = { old: { ...schema, description: "A field.", deprecated: true } };
  const text = textWith({
    deprecated: true,
    parameters: [{ in: "query", name: "q", description: "An input.", deprecated: true, schema }],
    responses: {
      "200": { description: "OK.", content: { "application/json": { schema: { type: "object", properties } } } },
    },
  });
  expect(text).toContain("\n\n**Deprecated.**\n\n");
  expect(text).toContain("- `q` (`string, in the query`, optional): Deprecated. An input.");
  expect(text).toContain("- `old` (`string`): Deprecated. A field.");
  expect(textWith({})).not.toContain("Deprecated");
});

test.each(["anyOf", "oneOf"])("the fields of each alternative of %s are listed", (keyword) => {
  const alternative = (name: string) => ({ properties: { [name]: { ...schema, description: `The ${name}.` } } });
  const content = { "application/json": { schema: { [keyword]: [alternative("first"), alternative("second")] } } };
  const text = textWith({ responses: { "200": { description: "OK.", content } } });
  expect(text).toContain("- `first` (`string`, in one alternative): The first.");
  expect(text).toContain("- `second` (`string`, in one alternative): The second.");
});

test("each of several media types is a heading above its body, and an example of text is unchanged", () => {
  const csv = { schema, examples: { one: { summary: "Two cells", value: "a,b" } } };
  const text = textWith({
    responses: { "200": { description: "OK.", content: { "application/json": { schema }, "text/csv": csv } } },
  });
  expect(text).toContain("### `application/json`\n\nA value of type `string`.\n\n### `text/csv`");
  expect(text).toContain("Example `one`: Two cells\n\n```\na,b\n```");
});

test("the page of a webhook has the service's request and the expected response", () => {
  const content = {
    "application/json": { schema: { properties: { callId: { ...schema, description: "The call." } } } },
  };
  const operation = {
    operationId: "onCallEnded",
    tags: ["Webhooks"],
    summary: "A call has ended",
    description: "Sent when a call has ended.",
    parameters: [{ name: "X-Signature", in: "header", required: true, description: "Signs the body.", schema }],
    requestBody: { required: true, content },
    responses: { "204": { description: "Received." } },
  };
  const contract = contractWith((copy) => Object.assign(copy, { webhooks: { callEnded: { post: operation } } }));
  const text = webhooksOf(contract).map((webhook) => markdown(createWebhookPage(contract, webhook)));
  expect(text).toEqual([
    `${[
      "# A call has ended",
      "Webhook `callEnded`: the service sends a `POST` request to your address.",
      "Sent when a call has ended.",
      "## Headers",
      "- `X-Signature` (`string, in the header`, required): Signs the body.",
      "## Body, required",
      "Media type: `application/json`",
      "- `callId` (`string`, optional): The call.",
      "## Response 204",
      "Received.",
    ].join("\n\n")}\n`,
  ]);
});

test("a webhook's examples are next to its fields, as those of an operation", () => {
  const examples = { plain: { summary: "A plain call", value: { callId: "1" } } };
  const operation = {
    summary: "A call has ended",
    description: "Sent when a call has ended.",
    requestBody: { content: { "application/json": { schema, examples } } },
    responses: {},
  };
  const contract = contractWith((copy) => Object.assign(copy, { webhooks: { callEnded: { post: operation } } }));
  const [webhook = expect.unreachable()] = webhooksOf(contract);
  const html = renderContent(contract, createWebhookPage(contract, webhook), noAsset);
  expect(html).toMatch(/<div class="aside"><section[^>]*>.*A plain call.*<div class="definition">/s);
  expect(html).not.toContain("endpoint");
});

test("a long path breaks after its slashes", () => {
  const html = renderContent(
    contractWith(() => {}),
    pageWith({}),
    noAsset,
  );
  expect(html).toContain("<code>/<wbr>api/<wbr>v2/<wbr>tokens</code>");
});

test("a body with fields has its type if that says more, such as null or a bound", () => {
  const object = { type: "object", properties: { a: { ...schema, description: "A." } } };
  const sentencesOf = (body: object) => {
    const content = { "application/json": { schema: body } };
    return textWith({ responses: { "200": { description: "OK.", content } } }).match(/A value of type.*/g);
  };
  expect(sentencesOf(object)).toBeNull();
  expect(sentencesOf({ type: "array", items: object })).toBeNull();
  expect(sentencesOf({ anyOf: [object, { type: "null" }] })).toEqual(["A value of type `object or null`."]);
  expect(sentencesOf({ type: "array", minItems: 1, items: object })).toEqual([
    "A value of type `array of object, minItems 1`.",
  ]);
});

test.each([
  ["an object in brackets", { style: "deepObject", explode: true }, "where.from"],
  ["JSON", { content: { "application/json": {} } }, "where.from"],
  ["an object whose properties are inputs", {}, "from"],
])("a field within %s has its path", (_, change, name) => {
  const object = { type: "object", properties: { from: { ...schema, description: "A start." } } };
  const content = "content" in change ? { content: { "application/json": { schema: object } } } : { schema: object };
  const parameters = [{ in: "query", name: "where", description: "A filter.", ...change, ...content }];
  expect(textWith({ parameters })).toContain(`- \`${name}\` (\`string\`, optional): A start.`);
});

test("the page of a callback has the expression of its address, and that of a webhook none", () => {
  const post = { operationId: "onResult", summary: "A result", description: "The result.", responses: {} };
  const contract = contractWith((copy) => {
    Object.assign(objectAt(copy, ...tokens), { callbacks: { result: { "{$request.query.url}?id=1": { post } } } });
    Object.assign(copy, { webhooks: { ended: { post } } });
  });
  const sentences = webhooksOf(contract).map(
    (webhook) => /.*to your address.*/.exec(markdown(createWebhookPage(contract, webhook)))?.[0],
  );
  expect(sentences).toEqual([
    "Webhook `ended`: the service sends a `POST` request to your address.",
    "Callback `result`: the service sends a `POST` request to your address, `{$request.query.url}?id=1`.",
  ]);
});

test("an operation links to its callbacks, and to no others", () => {
  const post = { operationId: "onResult", summary: "A result", description: "The result.", responses: {} };
  const page = textWith({ callbacks: { result: { "{$request.query.url}": { post } } } });
  expect(page).toContain("The service calls back: [A result](/webhooks/result.html).");
  expect(textWith({})).not.toContain("calls back");
});

test("a page of text with more than three sections links to each, and to no smaller part", () => {
  const contract = contractWith(() => {});
  const linksOf = (...sections: string[]) => {
    const page = createPage("guide", "guides/a.html", "A", "A.", ["Text.", ...sections, "### Part"]);
    return renderContent(contract, page, noAsset).match(/(?<=<li><a href=")#[\w-]+/g);
  };
  expect(linksOf("## One", "## Two", "## Three", "## Four")).toEqual(["#one", "#two", "#three", "#four"]);
  expect(linksOf("## One", "## Two", "## Three")).toBeNull();
});
