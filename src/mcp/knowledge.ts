import type { JsonObject } from "../openapi/json.ts";
import { collectTargets } from "../openapi/nodes.ts";
import { type IndexedOperation, indexedOperations } from "../openapi/operation-index.ts";
import { unknowns } from "../openapi/unknowns.ts";
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
        words: { ...text, description: "Words that must occur in the area, method, name or id." },
        area: { ...text, enum: [...new Set(index.map(({ area }) => area))] },
      }),
      run: async ({ words, area }) => {
        const operations = filterByWords(index.map(summarize), words).filter(
          (operation) => area === undefined || operation.area === area,
        );
        const lines = operations.map((operation) => Object.values(operation).join(", "));
        return { texts: [lines.join("\n") || "No operation has these words."], structured: { operations } };
      },
    },
    {
      name: "read_operation",
      title: "Read an operation",
      description:
        "Returns everything that the contract says about an operation: its OpenAPI 3.1 description, what that refers " +
        "to, and its unknowns under `x-not-shown`.",
      inputSchema: argumentsSchemaOf(
        { operation: { ...text, description: "The id of a documented operation, or the name of any operation." } },
        ["operation"],
      ),
      run: async ({ operation: idOrName }) => {
        const operations = index
          .filter(({ name, operationId }) => name === idOrName || operationId === idOrName)
          .map((operation) => ({ ...summarize(operation), ...describe(contract, operation) }));
        if (operations.length === 0) throw new ToolError("No operation has this id or name. Call search_operations.");
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
        const matches = filterByWords(unknowns(contract), words);
        const lines = matches.map(({ id, description }) => `${id}: ${description}`);
        return { texts: [lines.join("\n") || "No unknown has these words."], structured: { unknowns: matches } };
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

/** Returns what a list shows of an operation. */
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

/** Returns the entries that contain all words. */
function filterByWords<Entry extends object>(entries: readonly Entry[], words: unknown = ""): Entry[] {
  const searchWords = `${words}`.toLowerCase().split(/\s+/);
  return entries.filter((entry) => {
    const searchText = Object.values(entry).join(" ").toLowerCase();
    return searchWords.every((word) => searchText.includes(word));
  });
}
