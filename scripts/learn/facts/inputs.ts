import { isFreeForm } from "../../../src/openapi/parameter.ts";
import { marksOf } from "../../contract.ts";
import type { Endpoint } from "../accumulate/endpoint.ts";
import { countOf, type Shape } from "../accumulate/shape.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { answerUnknowns, type Fact, placeIdOf } from "./fact.ts";
import type { LearnedOperation } from "./operation.ts";
import { purposeFactsOf } from "./purposes.ts";
import { typesOf } from "./schema.ts";

/** Returns facts about new query inputs: only names for a free-form parameter, if the contract has one. */
export function inputFactsOf(learnedOperation: LearnedOperation, endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = learnedOperation;
  const parameters = operation.parameters ?? [];
  const declaredNames = new Set(parameters.flatMap((parameter) => (parameter.in === "query" ? parameter.name : [])));
  const inputs = [...endpoint.query]
    .filter(([name]) => name !== "token" && !declaredNames.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const freeForm = parameters.findIndex((parameter) => isFreeForm(context.contract, parameter));
  if (freeForm >= 0)
    return purposeFactsOf(learnedOperation, freeForm, { ...endpoint, query: new Map(inputs) }, context);
  const ids = marksOf(operation).flatMap(([id]) => (id.endsWith("-parameters") ? id : []));
  return inputs.map(([name, { shape }], index) => {
    const parameter = {
      name,
      in: "query",
      schema: { type: inputTypeOf(shape) },
      ...(!context.isNew && { "x-observed": context.observation }),
    };
    return {
      id: placeIdOf([...path, "input"], name),
      evidence: evidenceOf(`In ${countOf(shape)} of ${endpoint.count} requests`, context),
      changes: [{ path, update: { parameters: [parameter] } }, ...(index === 0 ? answerUnknowns(path, ids) : [])],
    };
  });
}

/** Returns the type of an input. Its values are texts: unless all look like one other type, it's a string. */
function inputTypeOf(shape: Shape): string {
  const [type, ...otherTypes] = typesOf(shape);
  return type === undefined || otherTypes.length > 0 ? "string" : type;
}
