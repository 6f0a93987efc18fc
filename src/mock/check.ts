import { matcher } from "../core/match.ts";
import { isJson } from "../core/media.ts";
import type { DeclaredResponse } from "../core/operation.ts";
import { isRejection } from "../core/rejection.ts";
import { fillPath } from "../openapi/path.ts";
import { isMap, type Located, list, located, type Node, node, pointedAt, resolve } from "./document.ts";
import type { ReadOperation } from "./operations.ts";
import { compiler, type Validator } from "./validators.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** What keeps the mock from using a document as its contract. */
export function checkDocument(document: unknown): string[] {
  const root = node(document);
  if (!String(root["openapi"]).startsWith("3.1.")) return ["It must be an OpenAPI 3.1 document."];
  const lost = [...new Set(references(document))].filter((one) => pointedAt(root, one) === undefined);
  if (lost.length > 0) return lost.map((one) => `The reference ${one} leads nowhere.`);
  const found = located(root, root["paths"]);
  const ids = found.map(({ operation }) => operation["operationId"]);
  const schemes = Object.keys(node(node(root["components"])["securitySchemes"]));
  const required = [root, ...found.map(({ operation }) => operation)].flatMap(securityNames);
  return [
    // With another dialect, or none, keywords can mean something else.
    ...(root["jsonSchemaDialect"] === dialect ? [] : [`jsonSchemaDialect must be ${dialect}.`]),
    ...(found.length > 0 ? [] : ["It has no operations."]),
    ...required.filter((name) => !schemes.includes(name)).map((name) => `The security scheme ${name} is not declared.`),
    ...found.flatMap(({ method, path, operation }) => [
      ...(typeof operation["operationId"] === "string" ? [] : [`${method} ${path}: it has no operationId.`]),
      ...(isUnique(ids, operation["operationId"]) ? [] : [`${method} ${path}: its operationId is not unique.`]),
      ...(hasSuccess(operation) ? [] : [`${method} ${path}: it declares no successful response and no redirect.`]),
    ]),
    ...unreachable(found),
  ];
}

/** The references of a document, wherever they stand. */
export function* references(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if (isMap(value) && typeof value["$ref"] === "string") yield value["$ref"];
  for (const [key, held] of Object.entries(value)) {
    // Among responses, `default` is one of them.
    if (key === "responses") for (const response of Object.values(node(held))) yield* references(response);
    else if (!data.has(key) && !(key === "examples" && Array.isArray(held))) yield* references(held);
  }
}
// Values of the API, which may have fields of any name.
const data = new Set(["example", "default", "const", "enum", "value"]);

const isUnique = (ids: readonly unknown[], id: unknown) => ids.indexOf(id) === ids.lastIndexOf(id);

const securityNames = ({ security }: Node): string[] => list(security).flatMap((one) => Object.keys(node(one)));

const hasSuccess = ({ responses }: Node) => Object.keys(node(responses)).some((code) => /^[23](\d\d|XX)$/.test(code));

/** The operations that no request can reach, because another one takes all of their requests. */
function unreachable(found: readonly Located[]): string[] {
  const match = matcher(Object.fromEntries(found.map(({ method, path }) => [`${method} ${path}`, { method, path }])));
  return found.flatMap(({ method, path }) => {
    const own = `${method} ${path}`;
    const found = match(
      method,
      fillPath(path, (name) => `{${name}}`)
        .slice(1)
        .split("/"),
    );
    if (isRejection(found)) return [`${own}: no request reaches it.`];
    return found.id === own ? [] : [`${own}: no request reaches it, because ${found.id} takes them.`];
  });
}

/** The schemas of the operations that are invalid, and the examples that do not match theirs. */
export function checkOperations(document: Node, operations: Readonly<Record<string, ReadOperation>>): string[] {
  const request = compiler(document, "readOnly");
  const response = compiler(document, "writeOnly");
  const byId = new Map(
    located(document, document["paths"]).map(({ operation }) => [operation["operationId"], operation]),
  );
  return Object.entries(operations).flatMap(([id, { operation, inputs, bodies }]) => [
    ...[...(inputs ? [inputs] : []), ...Object.values(bodies)].flatMap((schema) =>
      orFinding(`${id}, request`, () => {
        request(schema);
        return [];
      }),
    ),
    ...operation.responses.flatMap((declared) =>
      checkExamples(`${id}, response ${declared.code}`, declared, (mediaType) =>
        response(schemaOf(document, byId.get(id), declared.code, mediaType)),
      ),
    ),
  ]);
}

/** The schema of a declared body. */
function schemaOf(document: Node, operation: Node | undefined, code: string, mediaType: string): unknown {
  const at = (value: unknown) => node(resolve(document, value));
  const { content } = at(node(operation?.["responses"])[code]);
  return at(node(content)[mediaType])["schema"] ?? {};
}

function checkExamples(
  where: string,
  { contents }: DeclaredResponse,
  compile: (mediaType: string) => Validator,
): string[] {
  return contents.flatMap(({ mediaType, examples }) =>
    orFinding(where, () => {
      const valid = compile(mediaType);
      return [...examples].flatMap(([name, { value }]) => {
        const invalidName = checkName(where, name);
        // Of other types an example is the text of a body.
        if (invalidName.length > 0 || valid(value) || (!isJson(mediaType) && typeof value === "string"))
          return invalidName;
        const errors = [...new Set(valid.errors?.map(describe))];
        const more = errors.length > mostErrors ? [`and ${errors.length - mostErrors} more`] : [];
        return [...errors.slice(0, mostErrors), ...more].map((what) => `${where}, example ${name}: ${what}.`);
      });
    }),
  );
}

function orFinding(where: string, check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    return [`${where}: ${(error as Error).message}.`];
  }
}

// A header carries the name, percent-encoded.
export const checkName = (where: string, name: string): string[] =>
  /^$|\p{Cs}/u.test(name) ? [`${where}: the name of an example is empty, or not valid Unicode.`] : [];

const mostErrors = 5;
const describe = ({ instancePath = "", message = "is not valid" }) => `${instancePath} ${message}`.trim();
