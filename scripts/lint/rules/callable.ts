import { readFileSync } from "node:fs";
import {
  argument,
  type Contract,
  documentedOperations,
  type Operation,
  type Parameter,
  reserved,
  resolve,
} from "../../contract.ts";
import { isText, type Rule } from "../rule.ts";

/** The names of the client's other members. */
const taken = ["http", "request", "junkRooms", "junkRoomPages"];
/** The package exports its own types and the schemas by name. TypeScript drops a schema in silence where they agree. */
const types: string[] =
  readFileSync(new URL("../../../src/index.ts", import.meta.url), "utf8").match(/\b[A-Z]\w*/g) ?? [];
const bodies = ["application/json", "multipart/form-data"];
const first = "extend scripts/generate/operations.ts first.";

/** The client can call every operation as it is described. What it would drop or garble is reported. */
export const callable: Rule = (contract) => [...schemaFindings(contract), ...operationFindings(contract)];

const schemaFindings: Rule = (contract) =>
  Object.keys(contract.components?.schemas ?? {})
    .filter((name) => types.includes(name))
    .map((name) => ({
      message: `"${name}" is a type of the client's own: give the schema another name.`,
      path: ["components", "schemas", name],
    }));

const operationFindings: Rule = (contract) =>
  documentedOperations(contract).flatMap(({ path, method, operation, pathValues }) =>
    [
      nameFault(operation.operationId),
      valuesFault(pathValues),
      ...(operation.parameters ?? []).map((parameter) => parameterFault(parameter, contract)),
      bodyFault(operation) || (method === "GET" && operation.requestBody && "A GET takes no body: fetch sends none."),
      "security" in operation && "The client sends the token with every operation: leave out its own `security`.",
      ("servers" in operation || "servers" in resolve(contract, contract.paths[path] ?? {})) &&
        "The client sends every operation to one address: leave out its own `servers`.",
      "callbacks" in operation && "Nothing shows callbacks yet: describe them in words.",
      ...responseFaults(operation),
    ].flatMap((message) => (message ? [{ message, path: ["paths", path, method.toLowerCase()] }] : [])),
  );

type Fault = string | false | undefined;

function nameFault(id: unknown): Fault {
  if (!isText(id)) return undefined;
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) return `The operation id "${id}" must be in camelCase.`;
  if (reserved.has(id)) return `"${id}" is a reserved word of JavaScript, and cannot name an operation.`;
  return taken.includes(id) && `"${id}" is a name of the client's own.`;
}

function valuesFault(names: string[]): Fault {
  const twice = names.filter((name) => names.some((other) => other !== name && argument(other) === argument(name)));
  return (
    twice.length > 0 &&
    `${twice.join(" and ")} both become the argument ${argument(`${twice[0]}`)}: rename one of them.`
  );
}

function parameterFault(parameter: Parameter, contract: Contract): Fault {
  const { in: place, name, style, explode, allowReserved } = parameter;
  if (place !== "path" && place !== "query") return `The client takes no ${place} parameters yet: ${first}`;
  if ("content" in parameter) return `The client takes no parameters with content yet: ${first}`;
  const odd = style !== undefined && style !== (place === "path" ? "simple" : "form");
  if (place === "path") {
    const types = [resolve(contract, parameter.schema)?.["type"]].flat();
    const fits = types.length === 1 && [undefined, "string", "integer", "number"].includes(types[0] as string);
    if (!fits) return `The client fills paths with strings and numbers only: ${first}`;
    return odd && `The client fills paths in style simple only: ${first}`;
  }
  const schemes = Object.values(contract.components?.securitySchemes ?? {});
  const isToken = schemes.some((scheme) => scheme?.in === "query" && scheme.name === name);
  if (isToken) return `The client sends "${name}" itself: it is the token.`;
  return (
    (odd || explode === false || allowReserved) && `The client writes queries in style form with explode only: ${first}`
  );
}

function bodyFault({ requestBody }: Operation): Fault {
  if (!requestBody) return undefined;
  const types = Object.keys(requestBody.content ?? {});
  return (
    !(types.length === 1 && bodies.includes(`${types[0]}`)) &&
    `The client sends one kind of body, ${bodies.join(" or ")}: ${first}`
  );
}

function responseFaults({ responses }: Operation): Fault[] {
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const isJson = successes.every(([, { content }]) =>
    Object.keys(content ?? {}).every((type) => type === "application/json"),
  );
  return [
    successes.length !== 1 && `The client reads one successful response, not ${successes.length}: ${first}`,
    !isJson && "The client reads JSON: the service's responses are known to be JSON.",
  ];
}
