import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { stringify } from "yaml";
import type { Contract } from "../../scripts/contract/document.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";

/** Creates a language service, as in an editor, for code that uses the client of a contract. */
export async function createLanguage(contract: Contract) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/language-"));
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
  await writeGenerated({ file, out: join(folder, "generated") });

  const code = join(folder, "use.ts");
  let text = "";
  let version = 0;
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], exclude: [] }, ts.sys, root);
  const host: ts.LanguageServiceHost = {
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
      if (name === code) return ts.ScriptSnapshot.fromString(text);
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
  };
  const service = ts.createLanguageService(host);
  const open = (source: string) => {
    text = `${prelude}\n${source}`;
    version++;
  };
  return {
    /** Returns the text that an editor shows at the first occurrence of `word`, doc comment aside. */
    hover(source: string, word: string): string {
      open(source);
      const info = service.getQuickInfoAtPosition(code, text.indexOf(word, prelude.length));
      return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, " ");
    },
    /** Returns the doc comment of a parameter of the function that is called at `word`. */
    parameterDocs(source: string, word: string, name: string): string {
      open(source);
      const info = service.getQuickInfoAtPosition(code, text.indexOf(word, prelude.length));
      const tag = info?.tags?.find((candidate) => candidate.name === "param" && candidate.text?.[0]?.text === name);
      return ts.displayPartsToString(tag?.text?.slice(1)).trim().replaceAll(/\s+/g, " ");
    },
    /** Returns the compiler's messages. */
    messages(source: string): string[] {
      open(source);
      const diagnostics = [...service.getSyntacticDiagnostics(code), ...service.getSemanticDiagnostics(code)];
      return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const prelude = `import { createPhoneAgentClient, isHttpError } from "./src/index.ts";
import { createTestServer } from "./src/testing/index.ts";
const phone = createPhoneAgentClient();
const server = createTestServer();
`;
