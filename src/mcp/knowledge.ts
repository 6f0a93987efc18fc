import { asObject, type JsonObject } from "../openapi/json.ts";
import { collectTargets } from "../openapi/nodes.ts";
import { type IndexedOperation, indexedOperations } from "../openapi/operation-index.ts";
import { unknowns } from "../openapi/unknowns.ts";
import type { Resource } from "./resources.ts";
import { type Tool, ToolError, type ToolResult } from "./tool.ts";

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Returns the schema of arguments that are texts, given by their names and schemas. */
const textsSchemaOf = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { type: "string", ...asObject(schema) }]),
  ),
  required,
  additionalProperties: false,
});

const text = { type: "string" };

/** Returns the schema of a result that is a list of objects, whose first three fields are always present. */
const listSchemaOf = (name: string, properties: JsonObject): JsonObject => {
  const items = { type: "object", properties, required: Object.keys(properties).slice(0, 3) };
  return { type: "object", properties: { [name]: { type: "array", items } }, required: [name] };
};

const operationSchemas = { area: text, method: text, name: text, operationId: text, knowledge: text };

const toJsonResult = (structured: JsonObject): ToolResult => ({ texts: [JSON.stringify(structured)], structured });

/** Creates the tools that read the contract and the guides. They send no requests. */
export function createKnowledgeTools(contract: JsonObject, guides: readonly Resource[]): Tool[] {
  const index = indexedOperations(contract);

  function readOperation(idOrName: unknown) {
    const operations = index.filter(({ name, operationId }) => name === idOrName || operationId === idOrName);
    if (operations.length === 0) throw new ToolError("No operation has this id or name. Call search_operations.");
    return operations.map((operation) => {
      const summary = summarize(operation);
      if (!operation.pathOperation)
        return { ...summary, note: "Known by name only: path, parameters and payload are unknown." };
      const { path, unresolved } = operation.pathOperation;
      return {
        ...summary,
        path,
        operation: unresolved,
        references: Object.fromEntries(collectTargets(contract, unresolved)),
      };
    });
  }

  const tools: Omit<Tool, "annotations">[] = [
    {
      name: "search_operations",
      title: "Search operations",
      description:
        "Lists the service's operations: area, method, name, id if one is documented, and how much is known. " +
        "Without arguments it lists all of them.",
      inputSchema: textsSchemaOf({
        words: { description: "Words that must occur in the area, method, name or id." },
        area: { enum: [...new Set(index.map(({ area }) => area))] },
      }),
      outputSchema: listSchemaOf("operations", operationSchemas),
      run: async ({ words, area }) => {
        const matches = filterByWords(index.map(summarize), words).filter(
          (entry) => area === undefined || entry.area === area,
        );
        return { texts: [listByArea(matches)], structured: { operations: matches } };
      },
    },
    {
      name: "read_operation",
      title: "Read an operation",
      description:
        "Returns everything that the contract says about an operation: its OpenAPI 3.1 description, what that refers " +
        "to, and its unknowns under `x-not-shown`.",
      inputSchema: textsSchemaOf(
        { operation: { description: "The id of a documented operation, or the name of any operation." } },
        ["operation"],
      ),
      outputSchema: listSchemaOf("operations", {
        ...operationSchemas,
        path: text,
        note: text,
        operation: { type: "object" },
        references: { type: "object" },
      }),
      run: async ({ operation }) => toJsonResult({ operations: readOperation(operation) }),
    },
    {
      name: "list_unknowns",
      title: "List unknowns",
      description:
        "Lists what is unknown about the service: a stable id, a noun phrase, and the place in the contract. Never " +
        "guess one of these facts.",
      inputSchema: textsSchemaOf({ words: { description: "Words that must occur in an unknown." } }),
      outputSchema: listSchemaOf("unknowns", { id: text, description: text, pointer: text }),
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
      inputSchema: textsSchemaOf({ guide: { enum: guides.map(({ name }) => name) } }, ["guide"]),
      outputSchema: { type: "object", properties: { guide: text, markdown: text }, required: ["guide", "markdown"] },
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

/** Returns the entries that contain all words. */
function filterByWords<Entry extends object>(entries: readonly Entry[], words: unknown = ""): Entry[] {
  const searchWords = `${words}`.toLowerCase().split(/\s+/);
  return entries.filter((entry) => {
    const searchText = Object.values(entry).join(" ").toLowerCase();
    return searchWords.every((word) => searchText.includes(word));
  });
}

type Summary = ReturnType<typeof summarize>;

/** Lists operations as text, a line for each area: name, method, and id if one is documented. */
function listByArea(entries: readonly Summary[]): string {
  const areas = [...new Set(entries.map(({ area }) => area))];
  const lines = areas.map((area) => {
    const names = entries.filter((entry) => entry.area === area).map(describeEntry);
    return `${area}: ${names.join("; ")}`;
  });
  return lines.join("\n") || "No operation has these words.";
}

const describeEntry = ({ method, name, operationId }: Summary) =>
  `${method === "unspecified" ? "" : `${method} `}${name}${operationId ? ` (${operationId})` : ""}`;
