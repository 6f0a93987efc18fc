import { matcher } from "../core/match.ts";
import { isRejection } from "../core/rejection.ts";
import { besidePrism, type PrismOperation } from "./prism.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

type Node = { readonly [key: string]: unknown };
interface Located {
  id: unknown;
  method: string;
  path: string;
  operation: Node;
}

/** What keeps the mock from using a document as its contract. References are left to Prism, which resolves them. */
export function checkDocument(document: unknown): string[] {
  const root = node(document);
  if (!String(root["openapi"]).startsWith("3.1.")) return ["It must be an OpenAPI 3.1 document."];
  const found = operations(root);
  const ids = found.map(({ id }) => id);
  const schemes = Object.keys(node(node(root["components"])["securitySchemes"]));
  const required = [root, ...found.map(({ operation }) => operation)].flatMap(securityNames);
  return [
    // With another dialect, or none, Prism silently ignores what is new in 2020-12.
    ...(root["jsonSchemaDialect"] === dialect ? [] : [`jsonSchemaDialect must be ${dialect}.`]),
    ...(found.length > 0 ? [] : ["It has no operations."]),
    ...required.filter((name) => !schemes.includes(name)).map((name) => `The security scheme ${name} is not declared.`),
    ...found.flatMap(({ id, method, path, operation }) => [
      ...(typeof id === "string" ? [] : [`${method} ${path}: it has no operationId.`]),
      ...(ids.indexOf(id) === ids.lastIndexOf(id) ? [] : [`${method} ${path}: its operationId is not unique.`]),
      ...(hasSuccess(operation) ? [] : [`${method} ${path}: it declares no successful response.`]),
    ]),
    ...unreachable(found),
  ];
}

const node = (value: unknown): Node => (typeof value === "object" && value !== null ? (value as Node) : {});

function operations(root: Node): Located[] {
  return Object.entries(node(root["paths"])).flatMap(([path, item]) =>
    Object.entries(node(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, one]) => ({
        id: node(one)["operationId"],
        method: method.toUpperCase(),
        path,
        operation: node(one),
      })),
  );
}

const securityNames = ({ security }: Node): string[] =>
  Array.isArray(security) ? security.flatMap((one) => Object.keys(node(one))) : [];

const hasSuccess = ({ responses }: Node) => Object.keys(node(responses)).some((code) => /^2(\d\d|XX)$/.test(code));

/** The operations that no request can reach, because another one takes all of their requests. */
function unreachable(found: Located[]): string[] {
  const match = matcher(Object.fromEntries(found.map(({ method, path }) => [`${method} ${path}`, { method, path }])));
  return found.flatMap(({ method, path }) => {
    const own = `${method} ${path}`;
    const found = match(method, path.slice(1).split("/"));
    if (isRejection(found)) return [`${own}: no request reaches it.`];
    return found.id === own ? [] : [`${own}: no request reaches it, because ${found.id} takes them.`];
  });
}

interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath?: string; message?: string }[] | null;
}
type Compile = (schema: object) => Validator;

/** The schemas of the operations that are invalid, and the examples that do not match theirs. */
export function checkOperations(operations: Readonly<Record<string, PrismOperation>>): string[] {
  const compile = compiler();
  return Object.entries(operations).flatMap(([id, operation]) => {
    const { path = [], query = [], headers = [], body } = operation.request ?? {};
    const bundled = { __bundled__: (operation as { __bundled__?: unknown }).__bundled__ };
    const check = (where: string, schema: object = {}, examples: readonly Example[] = []) =>
      checkExamples(compile, `${id}, ${where}`, { ...schema, ...bundled }, examples);
    return [
      ...[...path, ...query, ...headers].flatMap(({ name, schema }) => [
        ...check(`parameter ${name}`, schema),
        ...(newer.exec(JSON.stringify(schema)) ?? []).map((word) => `${id}, parameter ${name}: Prism ignores ${word}.`),
      ]),
      ...(body?.contents ?? []).flatMap(({ schema }) => check("body", schema)),
      ...operation.responses.flatMap(({ code, contents = [] }) =>
        contents.flatMap(({ schema, examples }) => check(`response ${code}`, schema, examples)),
      ),
    ];
  });
}

// Prism validates parameters as draft-07, whatever the dialect of the contract is.
const newer = /"(?:prefixItems|unevaluated\w+|dependentSchemas|dependentRequired|minContains|maxContains)"(?=:)/;

interface Example {
  key: string;
  value?: unknown;
}

function checkExamples(compile: Compile, where: string, schema: object, examples: readonly Example[]): string[] {
  try {
    const valid = compile(schema);
    return examples.flatMap(({ key, value }) => {
      // A header carries the name, percent-encoded; and for an empty one Prism picks another example.
      if (/^$|\p{Cs}/u.test(key)) return [`${where}: the name of an example is empty, or not valid Unicode.`];
      if (valid(value)) return [];
      const errors = [...new Set(valid.errors?.map(describe))];
      const more = errors.length > mostErrors ? [`and ${errors.length - mostErrors} more`] : [];
      return [...errors.slice(0, mostErrors), ...more].map((what) => `${where}, example ${key}: ${what}.`);
    });
  } catch (error) {
    return [`${where}: ${(error as Error).message}.`];
  }
}

const mostErrors = 5;
const describe = ({ instancePath = "", message = "is not valid" }) => `${instancePath} ${message}`.trim();

/** Ajv as Prism uses it, so that an example is validated as a response would be. */
function compiler(): Compile {
  const { Ajv2020 } = besidePrism("ajv/dist/2020") as { Ajv2020: new (options: object) => { compile: Compile } };
  const { default: addFormats } = besidePrism("ajv-formats") as { default: (ajv: object) => void };
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, allErrors: true });
  addFormats(ajv);
  return (schema) => ajv.compile(schema);
}
