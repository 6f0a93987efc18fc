import { isFreeForm } from "../../../src/openapi/parameter.ts";
import { type Json, marksOf } from "../../contract.ts";
import type { Endpoint } from "../accumulate/endpoint.ts";
import type { Shape } from "../accumulate/shape.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { type Fact, placeId } from "./fact.ts";
import type { LearnedOperation } from "./known.ts";
import { purposeFacts } from "./purposes.ts";
import { typesOf } from "./schema.ts";

/** The inputs of the query that the contract doesn't have. */
export function inputFacts(learned: LearnedOperation, endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = learned;
  const parameters = operation.parameters ?? [];
  const declared = new Set(parameters.flatMap((parameter) => (parameter.in === "query" ? parameter.name : [])));
  const inputs = [...endpoint.query]
    .filter(([name]) => name !== "token" && !declared.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const freeForm = parameters.findIndex((parameter) => isFreeForm(context.contract, parameter));
  if (freeForm >= 0) return purposeFacts(learned, freeForm, new Map(inputs), endpoint.unnamed, context);
  const ids = marksOf(operation).flatMap(([mark]) => (mark.endsWith("-parameters") ? mark : []));
  return inputs.map(([name, { shape, count }], index) => {
    const parameter = {
      name,
      in: "query",
      schema: { type: inputType(shape) },
      ...(!context.isNew && { "x-observed": { ...context.observed } }),
    };
    return {
      id: placeId([...path, "input"], name),
      evidence: evidenceOf(`In ${count} of ${endpoint.count} requests`, context),
      changes: [{ path, update: { parameters: [parameter] } as Json }],
      ...(index === 0 && ids.length > 0 && { answers: [{ path, ids }] }),
    };
  });
}

/** The type of an input. Its value is text: if only some look like a number, all are texts. */
function inputType(shape: Shape): string {
  const [type, ...others] = typesOf(shape);
  return type === undefined || others.length > 0 ? "string" : type;
}
