import { join } from "node:path";
import ts from "typescript";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { root } from "../tools/run.ts";
import { timeCalls } from "./measure.ts";

// Runs in a grown copy of the project, and prints the figures that only the copy's modules can measure.
const rows = Object.entries(operations);
const id = rows.findLast(([, { method, path }]) => method === "GET" && path.includes("{"))?.[0] as "getWebhookRelay";
const body = JSON.stringify(Object.values(fixtures[id])[0]);
const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "<EXAMPLE_TOKEN_1>", fetch });

/** Measures how long an editor that has read the project waits for the names after `phone.`, in milliseconds. */
function measureCompletion(): number {
  const file = join(root, "completion.ts");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  let text = `import { createPhoneAgentClient } from "./src/index.ts";\nconst phone = createPhoneAgentClient();\nphone.`;
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? `${text.length}` : ""),
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  const complete = () => service.getCompletionsAtPosition(file, text.length, undefined)?.entries.length ?? 0;
  if (complete() === 0) throw new Error("The editor completes nothing.");
  // A key is pressed.
  text = ` ${text}`;
  const begin = performance.now();
  complete();
  return performance.now() - begin;
}

let call = 0;
let server = Number.POSITIVE_INFINITY;
for (let turn = 0; turn < 30; turn++) {
  call = Math.max(call, (await timeCalls(() => phone[id]("example" as never), 1_000)).rate);
  server = Math.min(server, (await timeCalls(createTestServer, 1)).time / 1_000);
}
console.log(JSON.stringify({ call, server, completion: measureCompletion() }));
