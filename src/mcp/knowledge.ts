import type { JsonObject } from "../openapi/json.ts";
import { collectTargets } from "../openapi/nodes.ts";
import { type IndexedOperation, indexedOperations } from "../openapi/operation-index.ts";
import { unknowns } from "../openapi/unknowns.ts";
import { splitWords, toSingular } from "../openapi/words.ts";
import type { Resource } from "./resources.ts";
import { type Tool, ToolError } from "./server.ts";

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const text = { type: "string" };
/** Each word is sought in every entry. */
const searchText = { ...text, maxLength: 1_000 };

const argumentsSchemaOf = (
  properties: JsonObject,
  required: readonly string[] = [],
): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Creates the tools that read the contract and the guides. They send no requests. */
export function createKnowledgeTools(contract: JsonObject, guides: readonly Resource[]): Tool[] {
  const index = indexedOperations(contract);

  const tools: (Omit<Tool, "annotations" | "run"> & { run(input: JsonObject): string })[] = [
    {
      name: "search_operations",
      title: "Search operations",
      description:
        "Lists the service's operations: area, method, name, id if one is documented, and how much is known. " +
        "Without arguments it lists all of them.",
      inputSchema: argumentsSchemaOf({
        words: {
          ...searchText,
          description: "Words that must occur in the area, method, name, id or path.",
        },
        area: { ...text, enum: [...new Set(index.map(({ area }) => area))] },
      }),
      run({ words, area }) {
        const entries = index.filter((entry) => area === undefined || entry.area === area);
        return search(entries, namesOf, words, (entry) =>
          Object.values(summarize(entry)).join(", "),
        ).join("\n");
      },
    },
    {
      name: "read_operation",
      title: "Read an operation",
      description:
        "Returns everything that the contract says about an operation: its OpenAPI 3.1 description, what that refers " +
        "to, and its unknowns under `x-not-shown`.",
      inputSchema: argumentsSchemaOf(
        {
          operation: {
            ...searchText,
            description: "An operation's id, name, summary, or method and path.",
          },
        },
        ["operation"],
      ),
      run({ operation: anyName }) {
        const key = keyOf(anyName);
        const operations = index
          .filter((entry) => namesOf(entry).map(keyOf).includes(key))
          .map((operation) => ({ ...summarize(operation), ...describe(contract, operation) }));
        if (operations.length > 0) return JSON.stringify({ operations });
        const [, ...labels] = search(index, namesOf, anyName, labelOf);
        throw new ToolError(
          `No operation has this id or name. The nearest: ${labels.join("; ") || "none"}.`,
        );
      },
    },
    {
      name: "list_unknowns",
      title: "List unknowns",
      description:
        "Lists what is unknown about the service: a stable id, a noun phrase, and the place in the contract. Never " +
        "guess one of these facts.",
      inputSchema: argumentsSchemaOf({
        words: { ...searchText, description: "Words that must occur in an unknown." },
      }),
      run: ({ words }) =>
        search(unknowns(contract), Object.values, words, ({ id, description, pointer }) =>
          [`${id}: ${description}`, ...(pointer ? [`at ${pointer}`] : [])].join(", "),
        ).join("\n"),
    },
    {
      name: "read_guide",
      title: "Read a guide",
      description:
        "Returns a guide as Markdown: how to authenticate, handle errors, test, and more.",
      inputSchema: argumentsSchemaOf({ guide: { ...text, enum: guides.map(({ name }) => name) } }, [
        "guide",
      ]),
      run: ({ guide }) => guides.find(({ name }) => name === guide)?.text ?? "",
    },
  ];
  return tools.map((tool) => ({
    ...tool,
    annotations,
    run: async (input) => ({ texts: [tool.run(input)] }),
  }));
}

const summarize = ({ area, method, name, operationId, knowledge }: IndexedOperation) => ({
  area,
  method,
  name,
  ...(operationId !== undefined && { operationId }),
  knowledge,
});

function describe(contract: JsonObject, { operation }: IndexedOperation) {
  if (!operation) return { note: "Known by name only: path, parameters and payload are unknown." };
  const { path, unresolved } = operation;
  return {
    path,
    operation: unresolved,
    references: Object.fromEntries(collectTargets(contract, unresolved)),
  };
}

/** Returns the names that the reference and the guides use for an operation. */
function namesOf({ area, method, name, operationId, operation }: IndexedOperation): string[] {
  const names = [name, `${method} ${name}`, `${name} (${method})`, `${area} ${name}`];
  if (!operation) return names;
  const { path, node } = operation;
  return [...names, `${operationId}`, `${node["summary"]}`, path, `${method} ${path}`];
}

/** Returns words in the singular. */
const wordsIn = (words: unknown): string[] => splitWords(`${words}`).map(toSingular);

const keyOf = (name: unknown): string => wordsIn(name).join("");

/**
 * Lists the entries that contain all words, one a line; without any, below a note up to five that
 * contain the most.
 */
function search<Entry>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => string[],
  words: unknown = "",
  lineOf: (entry: Entry) => string,
): string[] {
  const searchWords = wordsIn(words);
  const countIn = (entry: Entry) => {
    const text = textsOf(entry).join(" ").toLowerCase();
    return searchWords.filter((word) => text.includes(word)).length;
  };
  const matches = entries.filter((entry) => countIn(entry) === searchWords.length);
  if (matches.length > 0) return matches.map(lineOf);
  const similar = entries
    .filter((entry) => countIn(entry) > 0)
    .sort((a, b) => countIn(b) - countIn(a));
  if (similar.length === 0) return ["Nothing has any of these words."];
  return ["Nothing has all of these words. The nearest:", ...similar.slice(0, 5).map(lineOf)];
}

const labelOf = ({ operationId, method, name }: IndexedOperation) =>
  operationId ?? `${method} ${name}`;
