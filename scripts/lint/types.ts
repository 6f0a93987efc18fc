/** The fields of a Redocly type that are read here. */
interface NodeType {
  properties: Record<string, unknown>;
  additionalProperties?: unknown;
}

const text = { type: "string" };

/** The forms of the contract's extensions, which Redocly checks as it checks the rest of a document. */
const extensionTypes = {
  Index: { properties: {}, items: "IndexEntry" },
  IndexEntry: {
    properties: {
      area: text,
      method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE", "unspecified"] },
      name: text,
      operationId: text,
    },
    required: ["area", "method", "name"],
  },
  Observed: {
    properties: { source: text, exchanges: { type: "integer", minimum: 1 }, first: text, last: text },
    required: ["source", "exchanges"],
  },
  Pagination: {
    properties: { items: text, page: text, size: text, total: text, next: text, inputs: "PageInputs" },
    required: ["items"],
    requiredOneOf: ["page", "total", "next"],
    // Pages have a number or a cursor.
    allowed: (node: object) =>
      "next" in node ? ["items", "next", "inputs"] : ["items", "page", "size", "total", "inputs"],
  },
  PageInputs: { properties: { paginate: text, page: text, size: text, cursor: text } },
};

/** The places of the extensions, but for evidence, which any object can have. */
const extensionProperties: Record<string, object> = {
  Operation: { "x-repeatable": { type: "boolean" }, "x-pagination": "Pagination" },
  Root: { "x-operation-index": "Index" },
};

/** Adds the contract's extensions to Redocly's types. */
export function addExtensions(types: Record<string, NodeType>): Record<string, unknown> {
  // In a map, such as that of a schema's properties, a key is a name.
  const extensibleTypes = Object.entries(types).filter(([, type]) => !type.additionalProperties);
  const extendedTypes = extensibleTypes.map(([name, type]) => {
    const properties = { ...type.properties, "x-observed": "Observed", ...extensionProperties[name] };
    return [name, { ...type, properties }];
  });
  return { ...types, ...Object.fromEntries(extendedTypes), ...extensionTypes };
}
