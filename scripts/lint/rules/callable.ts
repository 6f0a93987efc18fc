import { type Contract, documentedOperations, type Operation, type Parameter, resolve } from "../../contract.ts";
import { argument, pathValues, reserved } from "../../generate/operations.ts";
import { isText, type Rule } from "./rule.ts";

/** Names that the client has for itself. */
const taken = ["http", "request", "junkRooms", "junkRoomPages"];
const bodies = ["application/json", "multipart/form-data"];
const first = "extend scripts/generate/operations.ts first.";

/** The client can call every operation as it is described. What it would drop or garble is refused. */
export const callable: Rule = (contract) =>
  documentedOperations(contract).flatMap(({ path, method, operation }) =>
    [
      nameFault(operation.operationId),
      valuesFault(path),
      ...(operation.parameters ?? []).map((parameter) => parameterFault(parameter, contract)),
      bodyFault(operation),
      ...answerFaults(operation),
    ].flatMap((message) => (message ? [{ message, path: ["paths", path, method.toLowerCase()] }] : [])),
  );

type Fault = string | false | undefined;

function nameFault(id: unknown): Fault {
  if (!isText(id)) return undefined;
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) return `The operation id "${id}" must be in camelCase.`;
  if (reserved.has(id)) return `"${id}" is a reserved word of JavaScript, and no operation can be called by it.`;
  return taken.includes(id) && `The client has "${id}" for itself.`;
}

function valuesFault(path: string): Fault {
  const names = pathValues(path);
  const twice = names.filter((name) => names.some((other) => other !== name && argument(other) === argument(name)));
  return twice.length > 0 && `${twice.join(" and ")} are one argument, ${argument(`${twice[0]}`)}: rename one of them.`;
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

function answerFaults({ responses }: Operation): Fault[] {
  const answers = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const isJson = answers.every(([, { content }]) =>
    Object.keys(content ?? {}).every((type) => type === "application/json"),
  );
  return [
    answers.length !== 1 && `The client reads one successful answer, not ${answers.length}: ${first}`,
    !isJson && "The client reads JSON, and the description shows that answers are JSON.",
  ];
}
