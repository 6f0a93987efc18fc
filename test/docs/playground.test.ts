import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { build } from "esbuild";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { type PlaygroundRequest, requestOf } from "../../scripts/docs/browser/playground/request.ts";
import { notesOf } from "../../scripts/docs/browser/playground/show.ts";
import { writeTest } from "../../scripts/docs/browser/playground/test-code.ts";
import { choicesOf, formTextsOf, renderPlayground } from "../../scripts/docs/html/playground.ts";
import { type OperationCall, toRequest } from "../../scripts/docs/samples/call.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { root, runBin } from "../../scripts/tools/run.ts";
import { isFreeForm } from "../../src/openapi/parameter.ts";
import { initialContract } from "../learn/contract.ts";

const contract = readContract();
const formsOf = (document: Contract) =>
  pathOperations(document).map((pathOperation) => {
    const call = createCall(document, pathOperation);
    return { pathOperation, call, choices: choicesOf(pathOperation.responses), ...formTextsOf(call) };
  });
const forms = formsOf(contract);
const awkward = `it's "two" ../ <script>alert(1)</script> $(id) \`id\` !x %2e & ü?#`;
/** A folder in the project, so that its files resolve the project's modules. */
mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/playground-"));
// The project's manifest makes the bundler drop imports without effects, and the tests have only effects.
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await mock.close();
});

interface FormValues {
  values: string[];
  body: string;
  response: string;
  delay: string;
}

function formData({ values, ...texts }: FormValues): FormData {
  const data = new FormData();
  for (const value of values) data.append("value", value);
  for (const [name, text] of Object.entries(texts)) data.append(name, text);
  return data;
}

function request(id: string, formValues: Partial<FormValues> = {}, candidates = forms): PlaygroundRequest {
  const form = candidates.find(({ call }) => call.operationId === id);
  if (!form) throw new Error(`The contract has no ${id}.`);
  const data = formData({ values: form.values, body: form.body, response: "", delay: "", ...formValues });
  const playgroundRequest = requestOf(form.call, data);
  if (typeof playgroundRequest === "string") throw new Error(playgroundRequest);
  return playgroundRequest;
}

/** Every operation with every response that its form offers, and texts that a reader could type. */
const requests: [name: string, request: PlaygroundRequest][] = [
  ...forms.flatMap(({ call: { operationId }, choices }) =>
    ["", ...choices.flatMap(([, options]) => options.map(([value]) => value))].map(
      (response): [string, PlaygroundRequest] => [`${operationId} ${response}`, request(operationId, { response })],
    ),
  ),
  ["slow", request("listTokens", { delay: "50", response: "code=503" })],
  // A path value that the contract lists is no place for any text.
  ...forms
    .filter(({ pathOperation: { operation } }) => {
      const [parameter] = operation.parameters?.filter(({ in: location }) => location === "path") ?? [];
      return isDeepStrictEqual(parameter?.schema, { type: "string" });
    })
    .slice(0, 1)
    .map(({ call: { operationId }, values }): [string, PlaygroundRequest] => [
      "awkward",
      request(operationId, { values: [awkward, ...values.slice(1)] }),
    ]),
  ...forms
    .filter(({ pathOperation }) => pathOperation.query.some((parameter) => isFreeForm(contract, parameter)))
    .map(({ call: { operationId } }): [string, PlaygroundRequest] => [
      `${operationId} with free-form inputs`,
      request(operationId, { values: ["page=0&it's=true"] }),
    ]),
];

/** Bundles and runs a program. One process for all tests costs less than one for each. */
async function runAll(entry: string): Promise<{ ok: boolean; output: string }> {
  const file = join(folder, "all.mjs");
  await build({
    stdin: { contents: entry, resolveDir: folder },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "silent",
  });
  return waitForExit(spawn(process.execPath, [file], { env: environment() }));
}

const environment = () => ({ ...process.env, PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "demo" });

function waitForExit(child: ReturnType<typeof spawn>): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (status) => resolve({ ok: status === 0, output }));
  });
}

test("every copied test compiles and passes", async () => {
  requests.forEach(([, playgroundRequest], index) => {
    writeFileSync(join(folder, `test-${index}.ts`), writeTest(playgroundRequest));
  });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  const compiled = runBin("tsc", "--project", folder);
  const { ok, output } = await runAll(requests.map((_, index) => `import "./test-${index}.ts";`).join("\n"));
  expect(ok, output).toBe(true);
  expect(output).toContain(`# pass ${requests.length}`);
  expect(await compiled).toEqual({ ok: true, output: "" });
});

describe("a typed text", () => {
  test.each(["", ".", ".."])("is rejected with a reason if it can't be a path value: %j", (value) => {
    const [form] = forms.filter(({ call }) => call.operationId === "getWebhookRelay");
    const formValues = formData({ values: [value], body: "", response: "", delay: "" });
    expect(form && requestOf(form.call, formValues)).toMatch(/^type: enter a path value/);
  });
});

test("lists in a path and in a header are sent as the samples send them", () => {
  const [call = expect.unreachable()] = forms.map((form) => form.call);
  const parameter = {
    input: "",
    style: undefined,
    explode: undefined,
    isText: false,
    isFreeForm: false,
    value: undefined,
  };
  const withLists: OperationCall = {
    ...call,
    path: "/lists/{ids}",
    parameters: [
      { ...parameter, name: "ids", in: "path" },
      { ...parameter, name: "X-Ids", in: "header" },
    ],
  };
  const listRequest = requestOf(withLists, formData({ values: ["[1,2]", "[3,4]"], body: "", response: "", delay: "" }));
  expect(typeof listRequest === "string" ? listRequest : toRequest(listRequest)).toMatchObject({
    path: "/lists/1%2C2",
    headers: [["X-Ids", "3,4"]],
  });
});

const notes = (id: string, formValues: Partial<FormValues>, headers: Record<string, string>) =>
  notesOf(new Headers(headers), request(id, formValues, formsOf(initialContract()))).join(" ");

test("the notes on a response don't contradict it", () => {
  const example = { "mock-source": "contract", "mock-example": "every-field" };
  expect(notes("listTokens", {}, example)).toBe("Body: the contract's synthetic example `every-field`.");
  expect(notes("listTokens", {}, { ...example, "mock-example": "two%20words" })).toContain("example `two words`.");
  expect(notes("listTokens", { response: "fault=truncate" }, example)).toBe("");
  expect(notes("listTokens", { response: "fault=garbage" }, example)).toBe("");
  expect(notes("deleteSipRegistration", {}, { "mock-source": "contract", "mock-unspecified": "body" })).toBe("");
});

test("the notes name the inputs without effect", () => {
  const playgroundRequest = request("listJunkInbox", { values: ["page=1&size=2"] }, formsOf(initialContract()));
  const noteText = notesOf(new Headers({ "mock-undeclared": "page, size" }), playgroundRequest).join(" ");
  expect(noteText).toContain("No effect: `page`, `size`.");
});

test("texts of the contract can't break out of the page's markup", () => {
  const pathOperation = structuredClone(forms[0]?.pathOperation);
  if (!pathOperation) throw new Error("The contract has no operation.");
  pathOperation.operation.operationId = `"><script>`;
  for (const media of Object.values(pathOperation.operation.responses["2XX"]?.content ?? {}))
    for (const example of Object.values(media.examples ?? {})) example.summary = "</select><script>";
  expect(renderPlayground(createCall(contract, pathOperation), pathOperation.responses, "x.js")).not.toContain(
    "<script",
  );
});
