import { afterAll, beforeAll, expect, test } from "vitest";
import type { IndexRow, Operation } from "../../scripts/contract/document.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";
import { createLanguage } from "./language.ts";

const text = (keywords: object = {}) => ({ type: "string", description: "A text.", ...keywords });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: "object",
  description: "An object.",
  required,
  properties,
});
const parameter = (name: string, location: string, schema: object, required = true) => ({
  name,
  in: location,
  required,
  schema,
  description: `The ${name}.`,
});

/** A contract with several servers and security schemes, and with the shapes whose types used to be unreadable. */
const contract = contractWith((copy) => {
  copy.servers = [
    {
      url: "https://{region}.a.test",
      description: "Production.",
      variables: { region: { default: "eu", enum: ["eu", "us"] } },
    },
    { url: "https://{stage}.b.test", description: "Stages.", variables: { stage: { default: "one" } } },
  ];
  copy.components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    "one-time": { type: "apiKey", in: "header", name: "X-One-Time" },
  };
  copy.security = [{ bearer: [] }, { "one-time": [] }];
  Object.assign(copy.components.schemas, {
    HoverAgent: object({ id: { type: "integer", readOnly: true, description: "ID." }, label: text() }),
    HoverProblem: object({ errors: { type: "array", description: "The mistakes.", items: text() } }),
    HoverList: object({ agents: { type: "array", description: "The agents.", items: reference("HoverAgent") } }),
  });
  const problem = { description: "A mistake.", content: json(reference("HoverProblem")) };
  const agentId = parameter("agentId", "path", { type: "integer" });
  const operations: [path: string, method: string, operation: object][] = [
    [
      "/api/v2/hover/agents/{agentId}",
      "put",
      {
        operationId: "updateHoverAgent",
        parameters: [agentId, parameter("kind", "query", { enum: ["live", "staging"], type: "string" }, false)],
        requestBody: { description: "The agent.", required: true, content: json(reference("HoverAgent")) },
        responses: {
          "401": { description: "No token.", content: json(object({ error: text() })) },
          "2XX": { description: "The agent.", content: json(reference("HoverAgent")) },
          "422": problem,
          "4XX": { description: "Another mistake.", content: json(reference("HoverList")) },
          "5XX": { description: "A fault.", content: json(reference("HoverAgent")) },
        },
      },
    ],
    [
      "/api/v2/hover/agents",
      "get",
      {
        operationId: "listHoverAgents",
        parameters: [parameter("page", "query", { type: "integer" }, false)],
        "x-pagination": { items: "agents", page: "page", inputs: { page: "page" } },
        responses: { "200": { description: "Agents.", content: json(reference("HoverList")) } },
      },
    ],
    [
      "/api/v2/hover/labels",
      "post",
      {
        operationId: "createHoverLabel",
        requestBody: {
          description: "The label.",
          required: true,
          content: json(object({ label: text(), note: text() }, ["label"])),
        },
        responses: { "201": { description: "Made.", content: json(object({ label: text() })) } },
      },
    ],
    [
      "/api/v2/hover/files",
      "post",
      {
        operationId: "uploadHoverFile",
        requestBody: {
          description: "The file.",
          required: true,
          content: { "multipart/form-data": { schema: object({ file: text(), label: text() }, ["file"]) } },
        },
        responses: { "200": { description: "Uploaded." } },
      },
    ],
  ];
  for (const [path, method, operation] of operations) {
    const area = copy.tags[0]?.name ?? "";
    const { operationId } = operation as Operation;
    const defaults = { tags: [area], summary: operationId, description: "Planted.", "x-repeatable": false };
    copy.paths[path] = { ...copy.paths[path], [method]: { ...defaults, ...operation } as Operation };
    const row = { method: method.toUpperCase(), name: operationId, operationId };
    addToIndex(copy, area, row as IndexRow);
  }
});

let language: Awaited<ReturnType<typeof createLanguage>>;
beforeAll(async () => {
  language = await createLanguage(contract);
});
afterAll(() => language.remove());

test.each<[source: string, word: string, shown: string]>([
  [
    'phone.updateHoverAgent(1, { label: "a" });',
    "updateHoverAgent",
    "(method) updateHoverAgent(agentId: number, body: WritableHoverAgent, inputs?: UpdateHoverAgentInputs, options?: CallOptions | undefined): Promise<HoverAgent>",
  ],
  ["const agent = await phone.updateHoverAgent(1, { label: 'a' });", "agent", "const agent: HoverAgent"],
  ["const { agents } = await phone.listHoverAgents();", "agents", "const agents: HoverAgent[]"],
  ["const made = await phone.createHoverLabel({ label: 'a' });", "made", "const made: CreateHoverLabelResponse"],
  [
    'phone.createHoverLabel({ label: "a" });',
    "createHoverLabel",
    "(method) createHoverLabel(body: CreateHoverLabelBody, options?: CallOptions | undefined): Promise<CreateHoverLabelResponse>",
  ],
  [
    "phone.updateHoverAgent(1, { label: 'a' }, { kind: 'live' });",
    "kind",
    '(property) UpdateHoverAgentInputs.kind?: "live" | "staging"',
  ],
  ["for await (const each of phone.items('listHoverAgents')) each;", "each", "const each: HoverAgent"],
  [
    "const error: unknown = 0; if (isHttpError(error, 'updateHoverAgent', 422)) { const { body } = error; body; }",
    "body",
    "const body: HoverProblem",
  ],
  [
    "const error: unknown = 0; if (isHttpError(error, 'updateHoverAgent', 422 as 422 | 500)) { const { body } = error; body; }",
    "body",
    "const body: HoverProblem | HoverAgent",
  ],
  ["server.on.listHoverAgents.replyWith({ agents: [] });", "agents", "(property) HoverList.agents: HoverAgent[]"],
  ["const { config } = await phone.getWebhookRelay('sms');", "config", "const config: WebhookRelayConfig"],
])("%s shows at %s: %s", (source, word, hoverText) => {
  expect(language.hover(source, word)).toBe(hoverText);
  expect(language.messages(source)).toEqual([]);
});

test("the body of an upload names its fields", () => {
  const docs = language.parameterDocs("phone.uploadHoverFile(new FormData());", "uploadHoverFile", "body");
  expect(docs).toBe(
    "The file. Sent as multipart/form-data. Fields: `file` (required: A text), `label` (optional: A text).",
  );
});

const mistakes: [source: string, message: string][] = [
  [
    "phone.updateHoverAgent('a', { label: 'a' });",
    "Argument of type 'string' is not assignable to parameter of type 'number'.",
  ],
  [
    "phone.updateHoverAgent(1, {});",
    "Argument of type '{}' is not assignable to parameter of type 'WritableHoverAgent'.\n  Property 'label' is missing in type '{}' but required in type 'WritableHoverAgent'.",
  ],
  [
    "phone.updateHoverAgent(1, { id: 1, label: 'a' });",
    "Object literal may only specify known properties, and 'id' does not exist in type 'WritableHoverAgent'.",
  ],
  ["phone.updateHoverAgent(1, { label: 2 });", "Type 'number' is not assignable to type 'string'."],
  [
    "phone.updateHoverAgent(1, { label: 'a' }, { kind: 'other' });",
    `Type '"other"' is not assignable to type '"live" | "staging" | undefined'.`,
  ],
  [
    "phone.createHoverLabel({ label: 'a', lable: 'b' });",
    "Object literal may only specify known properties, but 'lable' does not exist in type 'CreateHoverLabelBody'. Did you mean to write 'label'?",
  ],
  [
    "phone.uploadHoverFile({ file: 'a' });",
    "Object literal may only specify known properties, and 'file' does not exist in type 'FormData'.",
  ],
  [
    "server.on.updateHoverAgent.replyWith({ id: 1 });",
    "Argument of type '{ id: number; }' is not assignable to parameter of type 'HoverAgent'.\n  Property 'label' is missing in type '{ id: number; }' but required in type 'HoverAgent'.",
  ],
  [
    "server.on.getWebhookRelay.replyWith({ success: true, message: 'a' });",
    expect.stringMatching(/Property 'config' is missing in type '\{ success: true; message: string; \}'/),
  ],
  [
    "phone.items('createHoverLabel');",
    `Argument of type '"createHoverLabel"' is not assignable to parameter of type 'keyof PaginatedItems'.`,
  ],
  ["(await phone.listHoverAgents()).rooms;", "Property 'rooms' does not exist on type 'HoverList'."],
];

test.each(mistakes)("%s is an error: %s", (source, message) => {
  expect(language.messages(source)).toEqual([message]);
});

test.each([
  'baseUrl: "https://mock.test"',
  'baseUrl: { region: "us" }',
  'baseUrl: { server: "Production", region: "us" }',
  'baseUrl: { server: "Stages", stage: "any" }',
  'token: "t"',
  'token: async () => "t"',
  'token: { bearer: "t", "one-time": () => "u" }',
  'token: { bearer: process.env["TOKEN"] }',
])("a client takes { %s }", (option) => {
  expect(language.messages(`createPhoneAgentClient({ ${option} });`)).toEqual([]);
});

test.each([
  ['baseUrl: { server: "Test" }', '"Production" | "Stages"'],
  ['baseUrl: { region: "asia" }', '"eu" | "us"'],
  ['baseUrl: { zone: "eu" }', "'zone' does not exist"],
  ['token: { basic: "t" }', "'basic' does not exist"],
  ["token: { bearer: 1 }", "'number' is not assignable"],
])("a client doesn't take { %s }", (option, message) => {
  expect(language.messages(`createPhoneAgentClient({ ${option} });`).join("\n")).toContain(message);
});
