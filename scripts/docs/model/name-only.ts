import type { IndexEntry } from "../../../src/openapi/operation-index.ts";
import { aspectOf } from "../../../src/openapi/unknown-aspects.ts";
import { type UnknownEntry, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";
import { factAddress } from "../links.ts";
import { createPage, type Page, writeFence } from "./page.ts";
import { areaFile, type IndexedPage, toPageUnknowns } from "./site-map.ts";

export const nameOnly = "Name-only operations have unknown paths, parameters and payloads.";

/** Returns whether an operation deletes by its name, although its method is GET. */
export const deletesByName = ({ method, name }: IndexEntry): boolean =>
  method === "GET" && /^(delete|remove|cancel)\b/i.test(name);

export const deletionCaution =
  "Caution: by its name, this GET deletes. Never prefetch or retry it.";

export function createNameOnlyPage(contract: Contract, entry: IndexedPage): Page {
  const { area, method, file, title } = entry;
  // These unknowns concern every name-only operation.
  const sharedUnknowns = unknownsAt(contract)
    .filter(([id]) => aspectOf(id, []) === "name-only operations")
    .map(([id, words]): UnknownEntry => [id, words.replace(" of each name-only operation", "")]);
  const kind = method === "unspecified" ? "An operation" : `A ${method} operation`;
  const summary = `${kind} in ${area}, known by name only.`;
  return {
    ...createPage("operation", file, title, summary, [
      `In [${area}](/${areaFile(area)}).`,
      deletesByName(entry) && `> ${deletionCaution}`,
      {
        kind: "unknowns",
        unknowns: toPageUnknowns(contract, [...unknownsAt(entry), ...sharedUnknowns]),
      },
      `If you know one of these, [report it](${factAddress({ operation: title })}).`,
      `## Call it

Once you know its path, call it with [\`request\`](/client.html#request). Replace \`/api/v2/{path}\` with the whole path${method === "unspecified" ? ", and `{method}` with the method" : ""}. \`/api/v2/\` is the prefix of the documented operations; whether this one has it is unknown.

Until then, this code throws a \`configuration\` error and sends nothing.

${writeFence("ts", writeNameOnlySample(entry))}

\`request\` sends the token, and doesn't retry unless you pass \`repeatable: true\`. To test your code, [stub the operation](/test-server.html#stub-a-name-only-operation).`,
      /\bupload\b/i.test(title) &&
        "Its payload is unknown: `{}` stands for any body. To send a file, see [Upload a file](/guides/recipes.html#upload-a-file).",
    ]),
    facts: ["Known by name only", "[Retry safety](/guides/errors.html#retries) unknown"],
    entry,
  };
}

/**
 * Writes the call of a name-only operation. The client rejects its placeholders before it sends
 * anything.
 */
export function writeNameOnlySample({ method }: IndexEntry): string {
  const isUnknown = method === "unspecified";
  const hasBody = method !== "GET" && method !== "DELETE";
  return `import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
${isUnknown ? 'const method = "{method}" as never; // The method is unknown.\n' : ""}const response: unknown = await phone.request(${isUnknown ? "method" : `"${method}"`}, "/api/v2/{path}", {
  query: {}, // Parameters are unknown.
${hasBody ? "  body: {}, // The payload is unknown.\n" : ""}});
// Check its shape before you use it.
console.log(typeof response);`;
}
