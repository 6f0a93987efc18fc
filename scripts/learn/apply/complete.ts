import { isObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import { nodes } from "../../../src/openapi/nodes.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { isOpen, mapSchemas } from "../../../src/openapi/schema.ts";
import { aspectOf, createUnknownId, unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type {
  Content,
  Contract,
  IndexRow,
  Observed,
  Operation,
  Parameter,
  Schema,
  WithUnknowns,
} from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { createNaming, type Naming } from "../../contract/index-names.ts";
import { toKebabCase } from "../../contract/words.ts";
import { exampleKinds, exampleOf } from "./example.ts";

/**
 * Adds the parts that follow from learned facts and aren't in a review document: titles, descriptions, unknowns,
 * examples, and the operation ids in the index.
 */
export function completeContract(contract: Contract): Contract {
  const copy = structuredClone(contract);
  const naming = createNaming(copy);
  Object.assign(copy.components, describeFields({ schemas: copy.components.schemas }, false));
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation["x-observed"] && !operation.description) {
        item[method] = completeOperation(copy, naming, path, method.toUpperCase(), operation);
      }
      completeBodies(copy, item[method] as Operation);
    }
  }
  if (indexEntries(copy).every(({ operationId }) => operationId)) {
    removeUnknowns(copy, (id) => aspectOf(id, []) === "name-only operations");
  }
  for (const { node } of nodes(copy)) removeUnknowns(node, () => false);
  return copy;
}

/** Removes answered unknowns, and then their map if it's empty. */
function removeUnknowns(node: WithUnknowns, isAnswered: (id: string) => boolean): void {
  for (const id of Object.keys(node["x-not-shown"] ?? {})) if (isAnswered(id)) delete node["x-not-shown"]?.[id];
  if (node["x-not-shown"] && Object.keys(node["x-not-shown"]).length === 0) delete node["x-not-shown"];
}

function completeOperation(
  contract: Contract,
  naming: Naming,
  path: string,
  method: string,
  operation: Operation,
): Operation {
  const { operationId, "x-observed": observation, responses = {}, ...rest } = operation;
  const id = toKebabCase(operationId);
  const entry = naming.findEntry(operationId, method, path);
  if (!entry) throw new Error(`The index has no operation "${operationId}".`);
  const row = valueAt(contract, entry.keys) as IndexRow;
  const facts = { operationId, ...(entry.method === "unspecified" && { method }) };
  for (const item of [entry, row]) Object.assign(item, facts);
  removeUnknowns(row, (unknownId) => aspectOf(unknownId, entry.keys) === "method");
  return {
    operationId,
    tags: [entry.area],
    summary: naming.summaryOf(entry, method, path),
    description: `Known by name, and observed in traffic as ${method} \`${path}\`.`,
    "x-repeatable": false,
    "x-observed": observation as Observed,
    "x-not-shown": {
      [`${id}-meaning`]: "Meaning of the observed inputs and fields",
      [createUnknownId(id, "token")]: "Token requirement",
      [`${id}-unobserved`]: "Inputs, fields and responses beyond the observed ones",
    },
    ...(rest as Partial<Operation>),
    responses: {
      ...(!Object.keys(responses).some((status) => Number(status) < 300) && {
        "2XX": {
          description: "A successful response.",
          "x-not-shown": { [createUnknownId(id, "success status")]: "Status code of a successful response" },
        },
      }),
      ...responses,
      default: { $ref: "#/components/responses/Failure" } as never,
    },
  };
}

const observedDescription = "Observed; meaning unknown.";

/** Completes the learned parts of an operation's inputs, request body and responses. */
function completeBodies(contract: Contract, operation: Operation): void {
  const isObserved = "x-observed" in operation;
  if (operation.parameters) operation.parameters = operation.parameters.flatMap(completeParameter);
  if (operation.parameters?.length === 0) delete operation.parameters;
  const body = operation.requestBody;
  if (body && !("$ref" in body)) {
    operation.requestBody = { description: "The request body, as observed.", ...body };
    completeContent(contract, body.content, isObserved || "x-observed" in body, false);
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if ("$ref" in response) continue;
    const isSuccess = Number(status) < 300;
    const isNew = isObserved || "x-observed" in response;
    completeContent(contract, response.content, isNew, isSuccess);
    for (const { schema, examples } of Object.values(response.content ?? {})) {
      const [first] = Object.values(examples ?? {});
      const example = first && resolve(contract, first);
      if (example) example.value = exampleOf(contract, schema, "full", example.value);
    }
    if (!isNew) continue;
    const { description, "x-not-shown": unknowns = {}, ...rest } = response;
    const isUnknown = Object.entries(rest.content ?? {}).some(
      ([type, media]) => isJson(type) && isOpen(contract, media.schema),
    );
    const isNamed = unknownIdsAbout("body", response, ["responses", status]).length > 0;
    const bodyId = createUnknownId(`${toKebabCase(operation.operationId)}-${status}`, "body");
    const start = isSuccess ? "A successful response" : `A response with status ${status}`;
    operation.responses[status] = {
      description: description ?? `${start}, as observed.`,
      "x-not-shown": { ...(isUnknown && !isNamed && { [bodyId]: "Shape of the response body" }), ...unknowns },
      ...rest,
    };
  }
}

/** Describes a learned parameter. Removes a free-form one without unnamed inputs, and an `anyOf` around one. */
function completeParameter(parameter: Parameter): Parameter | Parameter[] {
  const values = parameter.schema?.["additionalProperties"];
  if (isObject(values) && Array.isArray(values["anyOf"]) && values["anyOf"].length < 2) {
    const [alternative] = values["anyOf"];
    if (alternative === undefined) return [];
    return { ...parameter, schema: { ...parameter.schema, additionalProperties: alternative } };
  }
  if ("$ref" in parameter || parameter.description) return parameter;
  const { name, in: location, schema, ...rest } = parameter;
  if (location !== "path") return { name, in: location, ...rest, description: observedDescription, schema };
  const value = schema["type"] === "integer" ? 1 : "example-id";
  return {
    name,
    in: location,
    required: true,
    description: "A value in the path; the name is ours.",
    schema,
    examples: { placeholder: { summary: "A placeholder", value } },
  };
}

function completeContent(
  contract: Contract,
  content: Content | undefined,
  isObserved: boolean,
  isSuccess: boolean,
): void {
  for (const [type, media] of Object.entries(content ?? {})) {
    media.schema = describeFields(media.schema, isObserved) as Schema;
    const hasFields = listFields(contract, media.schema).length > 0;
    const isShown = hasFields || (isJson(type) && !isOpen(contract, media.schema));
    if (!isObserved || !isShown || media.examples || "$ref" in media.schema) continue;
    const examples = exampleKinds.map(({ name, summary, extent }) => [
      name,
      { summary, value: exampleOf(contract, media.schema, extent) },
    ]);
    media.examples = Object.fromEntries(isSuccess && hasFields ? examples : examples.slice(0, 1));
  }
}

/** Describes the learned fields. All others have a description. */
function describeFields(schema: unknown, isObserved: boolean): unknown {
  if (!isObject(schema)) return schema;
  const isNew = isObserved || "x-observed" in schema;
  return mapSchemas(schema, (value, keyword) => {
    const part = describeFields(value, isNew);
    const isBare = keyword === "properties" && isObject(part) && !("$ref" in part || "description" in part);
    return isBare && (isNew || "x-observed" in part) ? { description: observedDescription, ...part } : part;
  });
}
