import { pathValueNamesOf } from "../../src/openapi/path.ts";
import type { Json } from "../contract.ts";
import { toKebabCase } from "../learn/facts/fact.ts";
import type { NewOperation } from "./operation.ts";

/** Creates an operation with its area, title, method and path. All else is marked as unknown. */
export function createSkeleton({ id, path, area }: NewOperation, summary: string): Json {
  const unknown = toKebabCase(id);
  const parameters = pathValueNamesOf(path).map((value) => createPathValue(unknown, value));
  return {
    operationId: id,
    tags: [area],
    summary,
    description: "Only this operation's area, name, method and path are known.",
    "x-repeatable": false,
    "x-not-shown": {
      [`${unknown}-details`]: "Details beyond the area, name, method and path",
      [`${unknown}-token`]: "Token requirement",
      ...(parameters.length > 0
        ? { [`${unknown}-inputs`]: "Query and header inputs other than the token" }
        : { [`${unknown}-parameters`]: "Request parameters" }),
      [`${unknown}-payload`]: "Request payload",
    },
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "2XX": {
        description: "A successful response.",
        "x-not-shown": {
          [`${unknown}-success-status`]: "Status code of a successful response",
          [`${unknown}-answer`]: "Shape of the response body",
        },
        content: { "application/json": { schema: {} } },
      },
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

const createPathValue = (unknown: string, name: string): Json => ({
  name,
  in: "path",
  required: true,
  description: "A value of the path.",
  schema: {},
  "x-not-shown": { [`${unknown}-${toKebabCase(name)}-type`]: `Type and meaning of \`${name}\`` },
  examples: {
    placeholder: { summary: "A placeholder, not a real value", value: `example-${toKebabCase(name)}` },
  },
});
