import { ledgerOperations, ledgerUnknowns } from "../../generated/ledger.ts";
import type { JsonObject as Node } from "../openapi/json.ts";
import { documented, readGuides, references } from "./contract.ts";
import { type Tool, ToolError } from "./tool.ts";

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const text = { type: "string" };
const none: Node = { type: "object", additionalProperties: false };

/** The tools that read the contract and the guides. They send nothing. */
export function knowledgeTools(contract: Node): Tool[] {
  const operations = documented(contract);
  const guides = readGuides();
  const areas = [...new Set(ledgerOperations.map(({ area }) => area))];

  return [
    {
      name: "search_operations",
      title: "Search operations",
      description:
        "Lists the service's operations: area, method, name, id where one is documented, and how much is known. " +
        "Without arguments it lists all of them.",
      inputSchema: {
        ...none,
        properties: {
          words: { ...text, description: "Words that must occur in the area, method, name or id." },
          area: { ...text, enum: areas },
        },
      },
      annotations: readOnly,
      run: async ({ words = "", area }) => {
        const wanted = `${words}`.toLowerCase().split(/\s+/);
        return ledgerOperations.filter((operation) => {
          const said = Object.values(operation).join(" ").toLowerCase();
          return (area === undefined || operation.area === area) && wanted.every((word) => said.includes(word));
        });
      },
    },
    {
      name: "read_operation",
      title: "Read an operation",
      description:
        "Returns everything that the contract says about an operation: its OpenAPI 3.1 description, what that refers " +
        "to, and its unknowns under `x-not-shown`.",
      inputSchema: {
        ...none,
        required: ["operation"],
        properties: {
          operation: { ...text, description: "The id of a documented operation, or the name of any operation." },
        },
      },
      annotations: readOnly,
      run: async ({ operation: wanted }) => {
        const entries = ledgerOperations.filter(({ name, operationId }) => name === wanted || operationId === wanted);
        if (entries.length === 0) throw new ToolError("No operation has this id or name. Call search_operations.");
        return entries.map((entry) => {
          const found = operations.find(({ id }) => id === entry.operationId);
          if (!found) return { ...entry, note: "Known by name only: path, parameters and payload are unknown." };
          const { path, parameters, node } = found;
          const operation = { ...node, ...(parameters.length > 0 && { parameters }) };
          return { ...entry, path, operation, references: references(contract, operation) };
        });
      },
    },
    {
      name: "list_unknowns",
      title: "List unknowns",
      description:
        "Lists what is unknown about the service: a stable id, a noun phrase, and the place in the contract. Never " +
        "guess one of these facts.",
      inputSchema: { ...none, properties: { words: { ...text, description: "Words that must occur in an unknown." } } },
      annotations: readOnly,
      run: async ({ words = "" }) => {
        const wanted = `${words}`.toLowerCase().split(/\s+/);
        return ledgerUnknowns.filter((unknown) => {
          const said = Object.values(unknown).join(" ").toLowerCase();
          return wanted.every((word) => said.includes(word));
        });
      },
    },
    {
      name: "read_guide",
      title: "Read a guide",
      description: "Returns a guide as Markdown: how to authenticate, handle errors, test, and more.",
      inputSchema: {
        ...none,
        required: ["guide"],
        properties: { guide: { ...text, enum: [...guides.keys()] } },
      },
      annotations: readOnly,
      run: async ({ guide }) => guides.get(`${guide}`),
    },
  ];
}
