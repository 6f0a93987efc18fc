import { join } from "node:path";
import ts from "typescript";
import { root } from "../run.ts";

const file = join(root, "completion.ts");
const text = `import { createPhoneAgentClient } from "./src/index.ts";\nconst phone = createPhoneAgentClient();\nphone.`;

/** Measures how long an editor that has read the project waits for the names after `phone.`, in milliseconds. */
export function measureCompletion(): number {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  let version = 0;
  const typed = () => `${" ".repeat(version)}${text}`;
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? `${version}` : ""),
    getScriptSnapshot: (name) => {
      const content = name === file ? typed() : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  const complete = () => service.getCompletionsAtPosition(file, typed().length, undefined)?.entries.length ?? 0;
  if (complete() === 0) throw new Error("The editor completes nothing.");
  // A key is pressed.
  version++;
  const begin = performance.now();
  complete();
  return performance.now() - begin;
}
