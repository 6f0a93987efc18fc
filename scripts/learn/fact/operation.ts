import { isFreeForm } from "../../../src/openapi/parameter.ts";
import { credentialsOf } from "../../../src/openapi/security.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Schema } from "../../contract/document.ts";
import { countNoun, type Endpoint, type Input, observedOf } from "../shape/endpoint.ts";
import { typesOf } from "../shape/schema.ts";
import { requestFactsOf, responseFactsOf } from "./bodies.ts";
import { type Context, createFact } from "./compare.ts";
import { answerUnknowns, type Fact, placeIdOf } from "./fact.ts";
import { purposeFactsOf } from "./purposes.ts";

/** Returns the facts about an operation that its traffic shows and the contract doesn't contain. */
export function operationFactsOf(
  endpoint: Endpoint,
  subject: Pick<Context, "contract" | "method" | "operation" | "path">,
): Fact[] {
  const context: Context = {
    ...subject,
    observation: observedOf(endpoint),
    counts: `in ${countNoun(endpoint.count, "exchange")}`,
    count: endpoint.count,
    isObserved: "x-observed" in subject.operation,
    isNew: !subject.operation.responses,
  };
  const responses = [...endpoint.responses].sort(([a], [b]) => a - b);
  const isSuccessful = responses.some(([status]) => status >= 200 && status < 300);
  return [
    ...(isSuccessful ? prefixFactsOf(context) : []),
    ...inputFactsOf(endpoint, context),
    ...requestFactsOf(endpoint, context),
    ...responses.flatMap(([status, response]) =>
      responseFactsOf(status, response, { ...context, count: response.count }),
    ),
  ];
}

/** Returns a fact for an operation whose path prefix is unknown: requests to this path succeeded. */
function prefixFactsOf(context: Context): Fact[] {
  return unknownIdsAbout("prefix", context.operation, context.path).map((id) => {
    const fact = createFact(id, "Requests to this path succeeded", context, ...answerUnknowns(context.path, [id]));
    return { ...fact, evidence: `${fact.evidence} Take the doubt out of the description, too.` };
  });
}

/** Returns facts about new query inputs: only names for a free-form parameter, if the contract has one. */
function inputFactsOf(endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = context;
  const parameters = operation.parameters ?? [];
  const declaredNames = new Set([
    ...credentialsOf(context.contract).flatMap((credential) => (credential.in === "query" ? credential.name : [])),
    ...parameters.flatMap((parameter) => (parameter.in === "query" ? parameter.name : [])),
  ]);
  const inputs = [...endpoint.query].filter(([name]) => !declaredNames.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const freeForm = parameters.findIndex((parameter) => isFreeForm(context.contract, parameter));
  if (freeForm >= 0) return purposeFactsOf(freeForm, { ...endpoint, query: new Map(inputs) }, context);
  const ids = unknownIdsAbout("parameters", operation, path);
  return inputs.map(([name, input], index) => {
    const parameter = {
      name,
      in: "query",
      schema: inputSchemaOf(input),
      ...(!context.isNew && { "x-observed": context.observation }),
    };
    const changes = [{ path, update: { parameters: [parameter] } }, ...(index === 0 ? answerUnknowns(path, ids) : [])];
    const evidence = `In ${input.requests} of ${endpoint.count} requests`;
    return createFact(placeIdOf([...path, "input"], name), evidence, context, ...changes);
  });
}

/**
 * Returns the schema of an input. It is a list if a request has it several times. Its values are texts: unless all look
 * like one other type, it's a string.
 */
function inputSchemaOf({ shape }: Input): Schema {
  const [type, ...otherTypes] = typesOf(shape);
  if (!shape.types.array) return { type: type === undefined || otherTypes.length > 0 ? "string" : type };
  const items = new Set([...otherTypes, ...(shape.items ? typesOf(shape.items) : [])]);
  const [itemType = "string", ...otherItemTypes] = [...items].filter((item) => item !== "array");
  return { type: "array", items: { type: otherItemTypes.length > 0 ? "string" : itemType } };
}
