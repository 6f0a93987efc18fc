import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";
import { contractOf, copyPart, names } from "../shapes/contract.ts";
import { copySource } from "../source-copy.ts";

// What an editor shows of the client. That each shape has its type: test/shapes.

/** The contract of all shapes, with several servers and security schemes. */
const contract = contractOf(names.map(copyPart));
const region = { default: "eu", enum: ["eu", "us"] };
contract.servers = [
  { url: "https://{region}.a.test", description: "Production.", variables: { region } },
  {
    url: "https://{stage}.b.test",
    description: "Stages.",
    variables: { stage: { default: "one" } },
  },
];
contract.components.securitySchemes = {
  bearer: { type: "http", scheme: "bearer" },
  "one-time": { type: "apiKey", in: "header", name: "X-One-Time" },
};
contract.security = [{ bearer: [] }, { "one-time": [] }];

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
const { options } = ts.parseJsonConfigFileContent(
  { ...config, include: [], exclude: [] },
  ts.sys,
  root,
);
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
    return ts.sys.fileExists(name)
      ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8"))
      : undefined;
  },
});

beforeAll(async () => {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(contract));
  copySource(folder, "src");
  await writeGenerated({ file: join(folder, "openapi.json"), out: join(folder, "generated") });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the compiler's messages on code. */
function messagesOn(statements: string): string {
  source = `${prelude}\n${statements}`;
  version++;
  const diagnostics = [
    ...service.getSyntacticDiagnostics(code),
    ...service.getSemanticDiagnostics(code),
  ];
  return diagnostics
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
    .join("\n");
}

const last = "options?: CallOptions | undefined): Promise";
const publish = `publishDraft(body: WritablePublishableDraft, ${last}<PublishableDraft>`;
const move = `moveItem(accountId: number, itemId: string, body: MoveItemBody, inputs: MoveItemInputs, ${last}<void>`;
const moveCall = "phone.moveItem(1, 'a', { reason: 'a' }, { targetList: 'inbox' });";
const bodyOf = (status: number) =>
  `if (isHttpError(error, 'changeOrder', ${status})) { const { body } = error; }`;
test.each<[statements: string, word: string, shown: string]>([
  ["phone.publishDraft({ title: 'a', secret: 'b' });", "publishDraft", publish],
  [moveCall, "moveItem", move],
  [moveCall, "targetList", 'MoveItemInputs.targetList: "inbox" | "archive"'],
  ["const page = await phone.listLogs();", "page", "const page: ListLogsResponse"],
  ["for await (const each of phone.items('listJunkInbox')) each;", "each", "const each: Room"],
  [bodyOf(422), "body", "const body: OrderProblem"],
  [bodyOf(409), "body", "const body: OrderProblem"],
  [bodyOf(404), "body", "const body: undefined"],
  [bodyOf(500), "body", "const body: unknown"],
  [
    "const { config } = await phone.getWebhookRelay('sms');",
    "config",
    "const config: WebhookRelayConfig",
  ],
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

test.each<[statements: string, message: string]>([
  [
    "phone.publishDraft({});",
    "'{}' is not assignable to parameter of type 'WritablePublishableDraft'.",
  ],
  [
    "phone.publishDraft({ id: 1, title: 'a', secret: 'b' });",
    "'id' does not exist in type 'WritablePublishableDraft'.",
  ],
  [
    "phone.moveItem(1, 'a', { raeson: 'a' }, { targetList: 'inbox' });",
    "Did you mean to write 'reason'?",
  ],
  [
    "server.on.publishDraft.replyWith({ id: 1 });",
    "'title' is missing in type '{ id: number; }' but required in",
  ],
  [
    "server.on.getWebhookRelay.replyWith({ success: true, message: 'a' });",
    "Property 'config' is missing in type",
  ],
  ["phone.items('sendForm');", "not assignable to parameter of type 'keyof PaginatedItems'."],
  ["(await phone.listTokens()).rooms;", "Property 'rooms' does not exist on type 'TokenList'."],
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
  expect(
    messagesOn(options.map((option) => `createPhoneAgentClient({ ${option} });`).join("\n")),
  ).toBe("");
});
