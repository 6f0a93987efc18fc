import { memoizeByRef } from "../openapi/cache.ts";
import type { CompiledSchema } from "../openapi/differences.ts";
import type { JsonObject } from "../openapi/json.ts";
import type { Operation } from "../openapi/operation.ts";
import { inputSchemaOf } from "../openapi/request-schemas.ts";
import { parseParameter } from "./inputs.ts";
import type { RateFit } from "./request.ts";

/** Rates path values by their schemas, which are compiled on their first use. */
export function createPathFit(
  document: object,
  operations: Readonly<Record<string, Operation>>,
  compile: ((schema: JsonObject) => CompiledSchema) | undefined,
): RateFit {
  const read = memoizeByRef((operation: Operation) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === "path");
    const schema = inputSchemaOf(document, { parameters });
    try {
      return { parameters, fits: schema && compile?.(schema) };
    } catch {
      // The operation has the problem as its own.
      return { parameters };
    }
  });
  return ({ id, pathValues }) => {
    const { parameters = [], fits } = operations[id] ? read(operations[id]) : {};
    if (!fits) return 1;
    const entries = parameters.map((parameter) => {
      return [parameter.name, parseParameter(parameter, pathValues[parameter.name] ?? "")];
    });
    return fits({ path: Object.fromEntries(entries) }) ? 2 : 0;
  };
}
