import type { Operation } from "../../../src/openapi/operation.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import type { Endpoint } from "../shape/endpoint.ts";
import { countOf, fieldsOf, type Shape, typesOf } from "../shape/shape.ts";
import type { PathTemplate } from "../template/templates.ts";
import { requestFactsOf, responseFactsOf } from "./bodies.ts";
import {
  answerUnknowns,
  type Context,
  describeType,
  type Fact,
  observedDescription,
  observedOf,
} from "./fact.ts";

/** Returns the facts about an operation that its traffic shows and the contract doesn't contain. */
export function operationFactsOf(
  contract: Contract,
  { method, path, endpoint }: PathTemplate,
  known: Operation | undefined,
): Fact[] {
  const context: Context = {
    contract,
    method,
    keys: ["paths", path, method.toLowerCase()],
    operation: known,
    evidence: endpoint,
    count: endpoint.count,
    isObserved: known === undefined || "x-observed" in known.node,
    isNew: known === undefined,
  };
  const responses = [...endpoint.responses].sort(([a], [b]) => a - b);
  const isSuccessful = responses.some(([status]) => isSuccessStatus(status));
  return [
    ...(isSuccessful ? prefixFactsOf(context) : []),
    ...inputFactsOf(endpoint, context),
    ...requestFactsOf(endpoint, context),
    ...responses.flatMap(([status, response]) =>
      responseFactsOf(status, response.bodies, {
        ...context,
        evidence: response,
        count: response.count,
        // If other exchanges had none of this status, it has its own origin.
        isNew: context.isNew && response.count === endpoint.count,
      }),
    ),
  ];
}

/**
 * Returns a fact for an operation whose path prefix is unknown: requests to this path succeeded.
 */
function prefixFactsOf({ operation, keys }: Context): Fact[] {
  const ids = unknownIdsAbout("prefix", operation?.node, keys);
  if (ids.length === 0) return [];
  const evidence = "requests to this path succeeded: take the doubt out of the description, too";
  return [{ fact: "path: known", evidence, changes: answerUnknowns([], ids) }];
}

function inputFactsOf(endpoint: Endpoint, context: Context): Fact[] {
  const { operation, keys } = context;
  const declaredNames = new Set(
    operation?.parameters.flatMap(({ in: place, name }) => (place === "query" ? name : [])),
  );
  const inputs = fieldsOf(endpoint.query).filter(([name]) => !declaredNames.has(name));
  const answers = answerUnknowns([], unknownIdsAbout("parameters", operation?.node, keys));
  return inputs.map(([name, input]) => {
    const schema = inputSchemaOf(input);
    const parameter = {
      name,
      in: "query",
      description: observedDescription,
      schema,
      ...(!context.isNew && { "x-observed": observedOf(input.evidence) }),
    };
    const evidence = `in ${countOf(input)} of ${endpoint.count} requests`;
    const changes = [{ add: { parameters: [parameter] } }, ...answers];
    return { fact: `query ${name}: ${describeType(schema)}`, evidence, changes };
  });
}

/** Its values are texts: unless all look like one other type, it's a string, or a list of them. */
function inputSchemaOf(shape: Shape): Schema {
  const [type, ...otherTypes] = typesOf(shape);
  if (!shape.types.array)
    return { type: type === undefined || otherTypes.length > 0 ? "string" : type };
  const items = new Set([...otherTypes, ...(shape.items ? typesOf(shape.items) : [])]);
  const [itemType = "string", ...otherItemTypes] = [...items].filter((item) => item !== "array");
  return { type: "array", items: { type: otherItemTypes.length > 0 ? "string" : itemType } };
}
