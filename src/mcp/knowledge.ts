import type { JsonObject } from "../openapi/json.ts";
import { collectTargets } from "../openapi/nodes.ts";
import { type IndexedOperation, indexedOperations } from "../openapi/operation-index.ts";
import { unknowns } from "../openapi/unknowns.ts";
import { splitWords } from "../openapi/words.ts";
import type { Resource } from "./resources.ts";
import { type Tool, ToolError } from "./tool.ts";

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const text = { type: "string" };

const argumentsSchemaOf = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Creates the tools that read the contract and the guides. They send no requests. */
export function createKnowledgeTools(contract: JsonObject, guides: readonly Resource[]): Tool[] {
  const index = indexedOperations(contract);

  const tools: Omit<Tool, "annotations">[] = [
    {
      name: "search_operations",
      title: "Search operations",
      description:
        "Lists the service's operations: area, method, name, id if one is documented, and how much is known. " +
        "Without arguments it lists all of them.",
      inputSchema: argumentsSchemaOf({
        words: { ...text, description: "Words that must occur in the area, method, name, id or path." },
        area: { ...text, enum: [...new Set(index.map(({ area }) => area))] },
      }),
      run: async ({ words, area }) => {
        const entries = index.filter((entry) => area === undefined || entry.area === area);
        const { found, note } = search(entries, namesOf, words);
        const operations = found.map(summarize);
        const lines = operations.map((operation) => Object.values(operation).join(", "));
        return {
          texts: [[note, ...lines].join("\n").trimStart()],
          structured: { operations, ...(note && { note }) },
        };
      },
    },
    {
      name: "read_operation",
      title: "Read an operation",
      description:
        "Returns everything that the contract says about an operation: its OpenAPI 3.1 description, what that refers " +
        "to, and its unknowns under `x-not-shown`.",
      inputSchema: argumentsSchemaOf(
        { operation: { ...text, description: "An operation's id, name, summary, or method and path." } },
        ["operation"],
      ),
      run: async ({ operation: anyName }) => {
        const key = keyOf(anyName);
        const operations = index
          .filter((entry) => namesOf(entry).map(keyOf).includes(key))
          .map((operation) => ({ ...summarize(operation), ...describe(contract, operation) }));
        if (operations.length === 0) {
          const labels = search(index, namesOf, anyName).found.map(labelOf).join("; ");
          throw new ToolError(`No operation has this id or name. The nearest: ${labels || "none"}.`);
        }
        return { texts: [JSON.stringify({ operations })], structured: { operations } };
      },
    },
    {
      name: "list_unknowns",
      title: "List unknowns",
      description:
        "Lists what is unknown about the service: a stable id, a noun phrase, and the place in the contract. Never " +
        "guess one of these facts.",
      inputSchema: argumentsSchemaOf({ words: { ...text, description: "Words that must occur in an unknown." } }),
      run: async ({ words }) => {
        const { found, note } = search(unknowns(contract), Object.values, words);
        const lines = found.map(({ id, description }) => `${id}: ${description}`);
        return {
          texts: [[note, ...lines].join("\n").trimStart()],
          structured: { unknowns: found, ...(note && { note }) },
        };
      },
    },
    {
      name: "read_guide",
      title: "Read a guide",
      description: "Returns a guide as Markdown: how to authenticate, handle errors, test, and more.",
      inputSchema: argumentsSchemaOf({ guide: { ...text, enum: guides.map(({ name }) => name) } }, ["guide"]),
      run: async ({ guide }) => {
        const markdown = guides.find(({ name }) => name === guide)?.text ?? "";
        return { texts: [markdown], structured: { guide, markdown } };
      },
    },
  ];
  return tools.map((tool) => ({ ...tool, annotations }));
}

const summarize = ({ area, method, name, operationId, knowledge }: IndexedOperation) => ({
  area,
  method,
  name,
  ...(operationId !== undefined && { operationId }),
  knowledge,
});

function describe(contract: JsonObject, { pathOperation }: IndexedOperation) {
  if (!pathOperation) return { note: "Known by name only: path, parameters and payload are unknown." };
  const { path, unresolved } = pathOperation;
  return { path, operation: unresolved, references: Object.fromEntries(collectTargets(contract, unresolved)) };
}

/** Returns the names that the reference and the guides use for an operation. */
function namesOf({ area, method, name, operationId, pathOperation }: IndexedOperation): string[] {
  const names = [name, `${method} ${name}`, `${name} (${method})`, `${area} ${name}`];
  if (!pathOperation) return names;
  const { path, operation } = pathOperation;
  return [...names, `${operationId}`, `${operation["summary"]}`, path, `${method} ${path}`];
}

/** Returns words without the ending of a plural. */
const wordsIn = (words: unknown): string[] => splitWords(`${words}`).map((word) => word.replace(/s$/, ""));

const keyOf = (name: unknown): string => wordsIn(name).join("");

/** Returns the entries that contain all words; without any, up to five that contain most of the words' beginnings, and a note. */
function search<Entry>(entries: readonly Entry[], textsOf: (entry: Entry) => string[], words: unknown = "") {
  const searchWords = wordsIn(words);
  /** Returns the length of the words that an entry contains, or whose beginnings it contains. */
  const scoreOf = (entry: Entry, length?: number) => {
    const text = textsOf(entry).join(" ").toLowerCase();
    return searchWords.filter((word) => text.includes(word.slice(0, length))).join("").length;
  };
  const matches = entries.filter((entry) => scoreOf(entry) === searchWords.join("").length);
  if (matches.length > 0) return { found: matches, note: "" };
  const similar = entries.filter((entry) => scoreOf(entry, 4) > 0).sort((a, b) => scoreOf(b, 4) - scoreOf(a, 4));
  const note = similar.length > 0 ? "Nothing has all of these words. The nearest:" : "Nothing has any of these words.";
  return { found: similar.slice(0, 5), note };
}

const labelOf = ({ operationId, method, name }: IndexedOperation) => operationId ?? `${method} ${name}`;
