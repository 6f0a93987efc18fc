import {
  type Contract,
  type Input,
  isJson,
  isObject,
  type Pagination,
  type PathOperation,
  resolve,
  type Schema,
} from "../contract.ts";

/** The row of an operation, as `generated/operations.ts` has it: what differs from the usual, and nothing else. */
export function row(located: PathOperation, contract: Contract): object {
  const { method, path, operation, inputs } = located;
  const body = operation.requestBody;
  const expects = expectedBodies(located, contract);
  const renamed = inputs.filter(({ name, parameter }) => name !== parameter.name);
  const headers = inputs.filter(({ parameter }) => parameter.in === "header");
  const styled = inputs.flatMap(({ parameter: { name, style = "form", explode = style === "form", in: place } }) =>
    place === "query" && !explode ? [[name, { style, explode }] as const] : [],
  );
  const pagination = operation["x-pagination"];
  return {
    method,
    path,
    repeatable: operation["x-repeatable"],
    ...(operation.security?.length === 0 && { token: false }),
    ...(body && { body: Object.keys(body.content) }),
    ...(isInputsFirst(located) && { bodyLast: true }),
    ...(inputs.length > 0 && { inputs: inputs.map(({ name }) => name) }),
    ...(renamed.length > 0 && { names: Object.fromEntries(renamed.map((each) => [each.name, each.parameter.name])) }),
    ...(headers.length > 0 && { headers: headers.map(({ parameter: { name } }) => name) }),
    ...(styled.length > 0 && { styles: Object.fromEntries(styled) }),
    ...(expects && { expects }),
    ...(pagination && { pages: pagesRow(pagination, inputs, contract) }),
  };
}

/** What must be given goes before what may be left out. */
export const isInputsFirst = ({ operation: { requestBody }, inputs }: PathOperation): boolean =>
  requestBody !== undefined && !requestBody.required && inputs.some(({ parameter }) => parameter.required);

/** What a success can have as its body: kinds of JSON, other media types, and nothing. */
function expectedBodies({ successes, redirects }: PathOperation, contract: Contract): string | undefined {
  if (redirects) return "location";
  const bodies = successes.map(({ mediaType, media }) => {
    if (!mediaType || !media) return "nothing";
    return isJson(mediaType) ? expectedJson(media.schema, contract) : mediaType.toLowerCase().replace(/;.*/, "");
  });
  if (bodies.every((body) => body === "nothing")) return undefined;
  // Of several kinds of JSON each response is held to what they share.
  const weakest = ["any", "object", "envelope"].find((kind) => bodies.includes(kind));
  const others = bodies.filter((body) => !["any", "object", "envelope"].includes(body));
  return [...new Set([...(weakest ? [weakest] : []), ...others])].join(" ");
}

function expectedJson(schema: Schema, contract: Contract, above: Schema[] = []): "any" | "object" | "envelope" {
  if (!isObject(schema) || above.includes(schema)) return "any";
  if (schema.$ref) return expectedJson(resolve<Schema>(contract, { $ref: schema.$ref }), contract, [...above, schema]);
  const parts = ((schema["allOf"] ?? []) as Schema[]).map((part) => expectedJson(part, contract, [...above, schema]));
  const success = (schema["properties"] as Record<string, Schema> | undefined)?.["success"];
  if (success?.["const"] === true || parts.includes("envelope")) return "envelope";
  return schema["type"] === "object" || parts.includes("object") ? "object" : "any";
}

function pagesRow({ inputs: wire = {}, ...fields }: Pagination, inputs: Input[], contract: Contract): object {
  const find = (name?: string) => inputs.find(({ parameter }) => parameter.name === name);
  const selecting = find(wire.page ?? wire.cursor);
  const { default: standard, minimum } = resolve<Schema>(contract, selecting?.parameter.schema ?? {});
  const first = wire.page && (standard ?? minimum);
  const paginate = find(wire.paginate);
  return {
    ...fields,
    ...(selecting && { input: selecting.name }),
    ...(paginate && { paginate: paginate.name }),
    ...(first && { first }),
  };
}
