import {
  argumentOf,
  type Contract,
  isJson,
  type Operation,
  type Parameter,
  type PathOperation,
  pathOperations,
  reserved,
  resolve,
  webhooksOf,
} from "../../contract.ts";
import { checkNodes, isText, type Rule } from "../rule.ts";

/** The names of the client's other members. */
const memberNames = ["request", "pages", "items", "junkRooms", "junkRoomPages"];
/** Reports what the client would drop or garble, webhooks that aren't a POST of JSON, and references to other files. */
export default ((contract) => [
  ...checkOperations(contract),
  ...checkWebhooks(contract),
  ...checkNodes(contract, ({ $ref }) => [
    isText($ref) && !$ref.startsWith("#/") && `The contract is one file: move what "${$ref}" refers to into it.`,
  ]),
]) satisfies Rule;

const checkOperations: Rule = (contract) =>
  pathOperations(contract).flatMap((pathOperation) =>
    checkOperation(pathOperation, contract).flatMap((message) =>
      message ? [{ message, path: pathOperation.keys }] : [],
    ),
  );

type Message = string | false | undefined;

const checkOperation = (pathOperation: PathOperation, contract: Contract): Message[] => {
  const { method, operation, pathValues } = pathOperation;
  const [token] = Object.keys(contract.components?.securitySchemes ?? {});
  return [
    checkName(operation.operationId),
    checkPathValues(pathValues),
    ...(operation.parameters ?? []).map((parameter) => checkParameter(parameter, contract)),
    ...checkBody(operation),
    method === "GET" && operation.requestBody && "A GET takes no body: fetch sends none.",
    (operation.security ?? []).some((requirement) => Object.keys(requirement).join() !== token) &&
      "The client sends the token or nothing: an operation's own `security` is the contract's, or `[]` for no token.",
    "servers" in operation && "The client sends every operation to one address: leave out its own `servers`.",
    "callbacks" in operation && "Nothing shows callbacks yet: describe them in words.",
    ...checkResponses(pathOperation),
  ];
};

function checkName(id: unknown): Message {
  if (!isText(id)) return undefined;
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) return `The operation id "${id}" must be in camelCase.`;
  if (reserved.has(id)) return `"${id}" is a reserved word of JavaScript, and can't name an operation.`;
  return memberNames.includes(id) && `"${id}" is a name of the client's own.`;
}

function checkPathValues(names: string[]): Message {
  const clashingNames = names.filter((name) =>
    names.some((otherName) => otherName !== name && argumentOf(otherName) === argumentOf(name)),
  );
  return (
    clashingNames.length > 0 &&
    `${clashingNames.join(" and ")} both become the argument ${argumentOf(`${clashingNames[0]}`)}: rename one of them.`
  );
}

function checkParameter(parameter: Parameter, contract: Contract): Message {
  const { in: location, name } = parameter;
  if (location === "cookie") return `The client sends no cookies: leave "${name}" out, and say so in words.`;
  if ("content" in parameter) {
    return `The client sends no parameters with content, such as JSON in a query: describe "${name}" as a string.`;
  }
  const types = [resolve(contract, parameter.schema)?.["type"]].flat() as (string | undefined)[];
  if (location === "path") return checkPathValue(parameter, types);
  if (location === "header") return checkHeader(parameter, types);
  const schemes = Object.values(contract.components?.securitySchemes ?? {});
  const isToken = schemes.some((scheme) => scheme?.in === "query" && scheme.name === name);
  return isToken ? `The client sends "${name}" itself: it is the token.` : checkQuery(parameter, types);
}

function checkPathValue({ style = "simple" }: Parameter, types: (string | undefined)[]): Message {
  const fits = types.length === 1 && [undefined, "string", "integer", "number", "boolean"].includes(types[0]);
  if (!fits) return "The client fills paths with one string, number or boolean each: describe the value as a string.";
  return style !== "simple" && "The client fills paths in style simple only: describe the value as a string.";
}

function checkHeader({ name, style = "simple" }: Parameter, types: (string | undefined)[]): Message {
  if (/^(accept|content-type|authorization)$/i.test(name)) {
    return `OpenAPI ignores a header parameter "${name}": media types and security say it. Leave it out.`;
  }
  const fits = style === "simple" && !types.includes("object");
  return !fits && `The client sends strings, numbers, booleans and lists in headers: describe "${name}" as a string.`;
}

function checkQuery(parameter: Parameter, types: (string | undefined)[]): Message {
  const { name, style = "form", explode = style === "form", allowReserved } = parameter;
  if (allowReserved) return `The client escapes every value of a query: leave out allowReserved of "${name}".`;
  const isList = types.join() === "array";
  const isDelimited = /^(space|pipe)Delimited$/.test(style) && !explode && isList;
  const fits = isDelimited || (style === "form" && (explode || !types.includes("object")));
  return (
    !fits &&
    `The client sends a query in style form, and lists also with commas, blanks or pipes between their values, not ` +
      `"${name}" in style ${style}${explode ? " with explode" : ""}: describe it as a string.`
  );
}

function checkBody({ requestBody }: Operation): Message[] {
  if (!requestBody) return [];
  const types = Object.keys(requestBody.content ?? {});
  return [
    types.length === 0 && "A body needs a media type.",
    ...types.map((type) => type.includes("*") && `The client can't send "${type}": name the media types.`),
  ];
}

function checkResponses({ operation, successes, redirects }: PathOperation): Message[] {
  const types = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content ?? {}));
  return [
    successes.length === 0 && !redirects && "An operation needs a successful response: 2XX if its status is unknown.",
    types.some((type) => /^text\/event-stream/i.test(type)) &&
      "The client reads no event streams: leave the operation out, and describe it in words.",
  ];
}

const checkWebhooks: Rule = (contract) =>
  webhooksOf(contract).flatMap(({ name, method, keys, operation }) => {
    const mediaTypes = Object.keys(operation.requestBody?.content ?? {});
    const fits = method === "POST" && !operation.parameters && mediaTypes.length === 1 && mediaTypes.every(isJson);
    return fits ? [] : [{ message: `The webhook "${name}" must be a POST with a JSON body.`, path: keys }];
  });
