import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/tools/run.ts";
import { valueAt } from "../../src/openapi/pointer.ts";
import type { Project } from "./project.ts";

const guidesFolder = "scripts/docs/guides";
const files = [...readdirSync(join(root, guidesFolder)).map((file) => `${guidesFolder}/${file}`), "README.md"];

/** Rewrites the sentences that depend on unknowns, as a maintainer who knows the facts would. */
export function rewriteSentences({ read, edit }: Project, ids: readonly string[]): void {
  for (const file of files) {
    const lines = read(file)
      .split("\n")
      .map((line) => rewriteLine(line, ids));
    const text = lines.join("\n");
    if (text !== read(file)) edit(file, () => text);
  }
}

/** Rewrites a line: what is unknown becomes documented, and links to it become words. */
function rewriteLine(line: string, ids: readonly string[]): string {
  const namesClosed = ids.some((id) => new RegExp(`<!-- unknown: [^>]*\\b${id}\\b`).test(line));
  if (!namesClosed) return line;
  const rewritten = line
    .replaceAll(/ ?<!-- unknown: ([^>]*) -->/g, (_, list: string) => {
      const openIds = list.split(", ").filter((id) => !ids.includes(id));
      return openIds.length > 0 ? ` <!-- unknown: ${openIds.join(", ")} -->` : "";
    })
    .replaceAll(/\[([^\]]*)\]\([^)]*#([\w-]+)\)/g, (link, words, id) => (ids.includes(id) ? words : link));
  // A sentence on several unknowns stays until the last is closed.
  return rewritten.includes("<!-- unknown: ") ? rewritten : rewritten.replaceAll(/\bunknown\b/g, "documented");
}

/** Rewrites what the agents' guide and the README show of the contract, for one in which every unknown is closed. */
export function rewriteExcerpts({ edit, contract }: Project): void {
  edit(`${guidesFolder}/9-agents.md`, (text) =>
    text.replace(/"unknowns": \[.*?\]/, '"unknowns": []').replace('"type": "sms"', '"type": "example-type"'),
  );
  const keys = ["components", "schemas", "WebhookRelayConfig", "properties", "timeout", "description"];
  edit("README.md", (text) =>
    text
      .replace("Here, a type is a fact and a unit is an unknown:", "Here, a type and a unit are facts:")
      .replace(/ +x-not-shown:\n.*\n/, "")
      .replace(/ Unknown: .*?\.(?= \*\/)/, "")
      .replace(/ +- \*\*Unknown:\*\* .*\n/, "")
      .replace("(`integer`)", "(`integer`, required)")
      .replaceAll("A duration.", `${valueAt(contract(), keys)}`),
  );
}
