import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { IndexRow, Operation } from "../../scripts/contract/document.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";

// What an editor shows of the client. That each shape has its type: test/shapes.

const text = { type: "string", description: "A text." };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: "object",
  description: "An object.",
  required,
  properties,
});
const parameter = (name: string, location: string, schema: object) => ({
  name,
  in: location,
  required: location === "path",
  schema,
  description: `The ${name}.`,
});
const responds = (content: object) => ({ description: "A response.", content });
const takes = (content: object) => ({ description: "A body.", required: true, content });
const operations: [path: string, method: string, operation: object][] = [
  [
    "/api/v2/hover/agents/{agentId}",
    "put",
    {
      operationId: "updateHoverAgent",
      parameters: [
        parameter("agentId", "path", { type: "integer" }),
        parameter("kind", "query", { enum: ["live", "staging"], type: "string" }),
      ],
      requestBody: takes(json(reference("HoverAgent"))),
      responses: {
        "2XX": responds(json(reference("HoverAgent"))),
        "422": responds(json(reference("HoverProblem"))),
        "4XX": responds(json(reference("HoverList"))),
        "5XX": responds(json(reference("HoverAgent"))),
      },
    },
  ],
  [
    "/api/v2/hover/agents",
    "get",
    {
      operationId: "listHoverAgents",
      parameters: [parameter("page", "query", { type: "integer" })],
      "x-pagination": { items: "agents", page: "page", inputs: { page: "page" } },
      responses: { "200": responds(json(reference("HoverList"))) },
    },
  ],
  [
    "/api/v2/hover/labels",
    "post",
    {
      operationId: "createHoverLabel",
      requestBody: takes(json(object({ label: text, note: text }, ["label"]))),
      responses: { "201": responds(json(object({ label: text }))) },
    },
  ],
  [
    "/api/v2/hover/files",
    "post",
    {
      operationId: "uploadHoverFile",
      requestBody: takes({ "multipart/form-data": { schema: object({ file: text, label: text }, ["file"]) } }),
      responses: { "204": { description: "Uploaded." } },
    },
  ],
];

/** A contract with several servers and security schemes. */
const contract = contractWith((copy) => {
  const region = { default: "eu", enum: ["eu", "us"] };
  copy.servers = [
    { url: "https://{region}.a.test", description: "Production.", variables: { region } },
    { url: "https://{stage}.b.test", description: "Stages.", variables: { stage: { default: "one" } } },
  ];
  copy.components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    "one-time": { type: "apiKey", in: "header", name: "X-One-Time" },
  };
  copy.security = [{ bearer: [] }, { "one-time": [] }];
  Object.assign(copy.components.schemas, {
    HoverAgent: object({ id: { type: "integer", readOnly: true, description: "ID." }, label: text }),
    HoverProblem: object({ errors: { type: "array", description: "The mistakes.", items: text } }),
    HoverList: object({ agents: { type: "array", description: "The agents.", items: reference("HoverAgent") } }),
  });
  const area = copy.tags[0]?.name ?? "";
  for (const [path, method, operation] of operations) {
    const { operationId } = operation as Operation;
    const defaults = { tags: [area], summary: operationId, description: "Added.", "x-repeatable": false };
    copy.paths[path] = { ...copy.paths[path], [method]: { ...defaults, ...operation } as Operation };
    addToIndex(copy, area, { method: method.toUpperCase(), name: operationId, operationId } as IndexRow);
  }
});

const prelude = `import { createPhoneAgentClient, isHttpError } from "./src/index.ts";
import { createTestServer } from "./src/testing/index.ts";
const phone = createPhoneAgentClient();
const server = createTestServer();
const error: unknown = 0;
`;

mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/language-"));
const code = join(folder, "use.ts");
let source = "";
let version = 0;
const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], exclude: [] }, ts.sys, root);
const service = ts.createLanguageService({
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  getCompilationSettings: () => ({ ...options, noEmit: true, noUnusedLocals: false }),
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [code],
  getScriptVersion: (name) => (name === code ? `${version}` : "1"),
  getScriptSnapshot(name) {
    if (name === code) return ts.ScriptSnapshot.fromString(source);
    return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
  },
});

beforeAll(async () => {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(contract));
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
  await writeGenerated({ file: join(folder, "openapi.json"), out: join(folder, "generated") });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the compiler's messages on code. */
function messagesOn(statements: string): string {
  source = `${prelude}\n${statements}`;
  version++;
  const diagnostics = [...service.getSyntacticDiagnostics(code), ...service.getSemanticDiagnostics(code)];
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n");
}

const update = "updateHoverAgent(agentId: number, body: WritableHoverAgent, inputs?: UpdateHoverAgentInputs, options?:";
const create = "createHoverLabel(body: CreateHoverLabelBody, options?:";
test.each<[statements: string, word: string, shown: string]>([
  [
    "phone.updateHoverAgent(1, { label: 'a' });",
    "updateHoverAgent",
    `${update} CallOptions | undefined): Promise<HoverAgent>`,
  ],
  [
    "phone.createHoverLabel({ label: 'a' });",
    "createHoverLabel",
    `${create} CallOptions | undefined): Promise<CreateHoverLabelResponse>`,
  ],
  ["const { agents } = await phone.listHoverAgents();", "agents", "const agents: HoverAgent[]"],
  [
    "phone.updateHoverAgent(1, { label: 'a' }, { kind: 'live' });",
    "kind",
    'UpdateHoverAgentInputs.kind?: "live" | "staging"',
  ],
  ["for await (const each of phone.items('listHoverAgents')) each;", "each", "const each: HoverAgent"],
  ["if (isHttpError(error, 'updateHoverAgent', 422)) { const { body } = error; }", "body", "const body: HoverProblem"],
  [
    "if (isHttpError(error, 'updateHoverAgent', 422 as 422 | 500)) { const { body } = error; }",
    "body",
    "const body: HoverProblem | HoverAgent",
  ],
  ["server.on.listHoverAgents.replyWith({ agents: [] });", "agents", "HoverList.agents: HoverAgent[]"],
  ["const { config } = await phone.getWebhookRelay('sms');", "config", "const config: WebhookRelayConfig"],
])("%s shows at %s: %s", (statements, word, shown) => {
  expect(messagesOn(statements)).toBe("");
  const info = service.getQuickInfoAtPosition(code, source.indexOf(word, prelude.length));
  expect(
    ts
      .displayPartsToString(info?.displayParts)
      .replaceAll(/\s+/g, " ")
      .replace(/^\(\w+\) /, ""),
  ).toBe(shown);
});

test("the body of an upload names its fields", () => {
  messagesOn("phone.uploadHoverFile(new FormData());");
  const info = service.getQuickInfoAtPosition(code, source.indexOf("uploadHoverFile"));
  const docs = ts.displayPartsToString(info?.tags?.find(({ name }) => name === "param")?.text).replaceAll(/\s+/g, " ");
  const fields = "Fields: `file` (required: A text), `label` (optional: A text).";
  expect(docs).toContain(`body A body. Sent as multipart/form-data. ${fields}`);
});

test.each<[statements: string, message: string]>([
  [
    "phone.updateHoverAgent(1, {});",
    "Property 'label' is missing in type '{}' but required in type 'WritableHoverAgent'.",
  ],
  ["phone.updateHoverAgent(1, { id: 1, label: 'a' });", "'id' does not exist in type 'WritableHoverAgent'."],
  ["phone.createHoverLabel({ lable: 'b' });", "'lable' does not exist in type 'CreateHoverLabelBody'. Did you mean"],
  ["server.on.updateHoverAgent.replyWith({ id: 1 });", "'label' is missing in type '{ id: number; }' but required in"],
  ["server.on.getWebhookRelay.replyWith({ success: true, message: 'a' });", "Property 'config' is missing in type"],
  ["phone.items('createHoverLabel');", "not assignable to parameter of type 'keyof PaginatedItems'."],
  ["(await phone.listHoverAgents()).rooms;", "Property 'rooms' does not exist on type 'HoverList'."],
  ["createPhoneAgentClient({ baseUrl: { server: 'Test' } });", '"Production" | "Stages"'],
  ["createPhoneAgentClient({ baseUrl: { region: 'asia' } });", '"eu" | "us"'],
  ["createPhoneAgentClient({ baseUrl: { zone: 'eu' } });", "'zone' does not exist"],
  ["createPhoneAgentClient({ token: { basic: 't' } });", "'basic' does not exist"],
  ["createPhoneAgentClient({ token: { bearer: 1 } });", "'number' is not assignable"],
])("%s is an error: %s", (statements, message) => {
  expect(messagesOn(statements)).toContain(message);
});

test("a client takes an address or a choice of one, and a token or one for each scheme", () => {
  const options = [
    'baseUrl: "https://mock.test"',
    'baseUrl: { server: "Production", region: "us" }',
    'baseUrl: { server: "Stages", stage: "any" }',
    'token: async () => "t"',
    'token: { bearer: process.env["TOKEN"], "one-time": () => "u" }',
  ];
  expect(messagesOn(options.map((option) => `createPhoneAgentClient({ ${option} });`).join("\n"))).toBe("");
});
