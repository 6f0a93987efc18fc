import { type Contract, type IndexEntry, type IndexedOperation, marksOf } from "../contract.ts";
import { unknownText } from "./markdown.ts";
import { tagAddress } from "./places.ts";
import { linkedUnknowns } from "./unknowns.ts";

export const nameOnly = "Name-only operations have unknown paths, parameters and payloads.";

/** What is unknown of every name-only operation, by the id at the contract's root, in the words of one of them. */
const unknownOfEach = {
  "other-operation-paths": "Path",
  "other-operation-parameters": "Parameters",
  "other-operation-payloads": "Payload",
  "other-operation-token": "Token requirement",
  "other-operation-answers": "Status codes and responses",
};

const takesBody = (method: string) => method !== "GET" && method !== "DELETE";

/** Whether the name takes back what the method promises. */
export const deletesByName = ({ method, name }: IndexEntry): boolean =>
  method === "GET" && /^(delete|remove|cancel)\b/i.test(name);

export const deletionCaution = "**Caution: by its name, this GET deletes. Never prefetch or retry it.**";

/** The text of an operation that the contract knows by name only. Its first line is its title. */
export function nameOnlyText(contract: Contract, entry: IndexedOperation): string {
  const { area, method, name } = entry;
  return [
    `# ${name}`,
    `${method === "unspecified" ? "An operation" : `A \`${method}\` operation`} in [${area}](${tagAddress(area)}), known by name only.`,
    ...(deletesByName(entry) ? [deletionCaution] : []),
    ...marksOf(entry).map(([id, description]) => unknownText(id, description)),
    sharedUnknowns(contract),
    "## Call it",
    "Once you know its path, call it with [`request`](#/client). Its gaps stand in braces: as it stands, this code throws a `configuration` error and sends nothing.",
    `\`\`\`typescript\n${nameOnlySample(entry)}\n\`\`\``,
    "`request` sends the token, and doesn't retry unless you pass `repeatable: true`. To test your code, [stub the operation](#/test-your-code).",
    "## You know this?",
    "If you have seen the service do it, or have its operator's word, [contribute the fact](#/contribute-a-fact). A guess doesn't help.",
  ].join("\n\n");
}

function sharedUnknowns(contract: Contract): string {
  const marks = contract["x-not-shown"] ?? {};
  const open = Object.entries(unknownOfEach).filter(([id]) => id in marks);
  return open.length > 0 ? linkedUnknowns(contract, open) : nameOnly;
}

/** The call with its gaps, which the client rejects before it sends anything. */
export function nameOnlySample({ method, ...entry }: IndexEntry): string {
  return [
    'import { createPhoneAgentClient } from "phone-agent-api";',
    "",
    "// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.",
    "const phone = createPhoneAgentClient();",
    ...(method === "unspecified" ? ['const method = "{method}" as never; // The method is unknown.'] : []),
    `const response: unknown = await phone.request(${method === "unspecified" ? "method" : `"${method}"`}, "/api/v2/{path}", {`,
    "  query: {}, // Parameters are unknown.",
    ...(takesBody(method) ? ["  body: {}, // The payload is unknown."] : []),
    ...(deletesByName({ method, ...entry }) ? ["  repeatable: false, // By its name, it deletes."] : []),
    "});",
    "// Check its shape before you use it.",
    "console.log(typeof response);",
  ].join("\n");
}
