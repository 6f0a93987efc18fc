import { METHODS } from "node:http";
import { type CompiledSchema, findDifferences } from "../openapi/differences.ts";
import { endlessProblem, endlessSchemas } from "../openapi/endless.ts";
import { isSendableHeader } from "../openapi/header.ts";
import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { orderedEntries } from "../openapi/key-order.ts";
import { isSendableType } from "../openapi/media-type.ts";
import { nodes, type Path } from "../openapi/nodes.ts";
import { locations, methods } from "../openapi/operation.ts";
import { shapeOf } from "../openapi/path.ts";
import { pointerOf } from "../openapi/pointer.ts";
import { isReference, resolve } from "../openapi/reference.ts";
import { isStatus } from "../openapi/status.ts";

/**
 * The fields of an object of OpenAPI: the kind of each value, with `[]` of a list and `{}` of a
 * map. `!`: required.
 */
const fieldsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/\s+/).map((field) => field.split(":", 2) as [string, string]));

const annotations = "summary:any description:any externalDocs:any deprecated:any tags:any";
const serialization = "style:style explode:boolean allowReserved:any";
const encodings = "encoding:{}encoding prefixEncoding:[]encoding itemEncoding:encoding";
const valueFields = `schema:schema example:any examples:{}example content:contents required:boolean allowEmptyValue:any`;
const operations = methods.map((method) => `${method}:operation`).join(" ");

/**
 * The objects of OpenAPI 3.2 by kind. The mock looks at no value of the kind `any`. Redocly's rule
 * `struct` would be a third as long, but takes a second of each start, warns of what the mock
 * doesn't use (336 of 346 problems in one public contract), and not of patterns and references.
 */
const objects: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  document: fieldsOf(
    `openapi:any $self:any jsonSchemaDialect:any info:any servers:any paths:paths webhooks:{}path components:components
    security:[]{}[]any ${annotations}`,
  ),
  components: fieldsOf(
    `schemas:{}schema responses:{}response parameters:{}parameter examples:{}example requestBodies:{}body
    headers:{}header securitySchemes:{}scheme links:any callbacks:{}callback pathItems:{}path mediaTypes:{}media`,
  ),
  path: fieldsOf(
    `$ref:any additionalOperations:methods servers:any parameters:[]parameter ${operations} ${annotations}`,
  ),
  operation: fieldsOf(
    `operationId:text parameters:[]parameter requestBody:body responses:responses callbacks:{}callback
    security:[]{}[]any servers:any ${annotations}`,
  ),
  parameter: fieldsOf(`name!:text in!:location ${valueFields} ${serialization} ${annotations}`),
  header: fieldsOf(`${valueFields} ${serialization} ${annotations}`),
  body: fieldsOf(`content!:contents required:boolean ${annotations}`),
  media: fieldsOf(
    `schema:schema itemSchema:schema example:any examples:{}example description:any
    ${encodings}`,
  ),
  encoding: fieldsOf(`contentType:text headers:{}header ${encodings} ${serialization}`),
  response: fieldsOf(`headers:headers content:contents links:any ${annotations}`),
  example: fieldsOf(`value:any dataValue:any serializedValue:any externalValue:any ${annotations}`),
  scheme: fieldsOf(
    `type!:scheme-type in:any name:any scheme:any bearerFormat:any flows:any openIdConnectUrl:any oauth2MetadataUrl:any ${annotations}`,
  ),
};

const choices: Readonly<Record<string, readonly string[]>> = {
  location: [...locations, "querystring"],
  style: [
    "form",
    "simple",
    "label",
    "matrix",
    "spaceDelimited",
    "pipeDelimited",
    "deepObject",
    "cookie",
  ],
  "scheme-type": ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"],
};

/** The names that a map can have, if not any. */
const names: Readonly<
  Record<string, readonly [kind: string, isValid: (name: string) => boolean, rule: string]>
> = {
  paths: [
    "path",
    (name) => /^\/[^?#]*$/.test(name),
    "must begin with /, without a query or a fragment",
  ],
  responses: ["response", isStatus, "must be a status code, such as 404 or 4XX, or default"],
  callback: ["path", () => true, ""],
  headers: [
    "header",
    isSendableHeader,
    "must be the name of a header, and none that the mock sets itself",
  ],
  methods: [
    "operation",
    (name) => METHODS.includes(name),
    `must be a method that Node ${process.version} takes`,
  ],
  contents: ["media", isSendableType, "must be a media type, such as application/json"],
};

const extensible = new Set(["paths", "responses", "callback"]);

/**
 * Returns what isn't valid in a document of OpenAPI 3.1 or 3.2, each with its pointer. The mock
 * ignores it, and serves the rest.
 * @param metaSchema Validates schemas.
 */
export function checkStructure(document: JsonObject, metaSchema: CompiledSchema): string[] {
  const problems: string[] = [];
  const report = (path: Path, problem: string) => problems.push(`#${pointerOf(path)}: ${problem}.`);

  function check(value: unknown, kind: string, path: Path): void {
    const [, container, itemKind = kind] = /^(\[\]|\{\})(.*)$/.exec(kind) ?? [];
    if (container === "[]") {
      if (!Array.isArray(value)) return void report(path, "must be a list");
      for (const [index, item] of value.entries()) check(item, itemKind, [...path, index]);
    } else if (kind === "text" || kind === "boolean") {
      const isValid = typeof value === (kind === "text" ? "string" : "boolean");
      if (!isValid) report(path, kind === "text" ? "must be a string" : "must be true or false");
    } else if (choices[kind]) {
      if (!choices[kind].includes(value as string))
        report(path, `must be ${orList.format(choices[kind])}`);
    } else if (kind === "schema") {
      for (const { pointer, message } of findDifferences(metaSchema, value)) {
        problems.push(`#${pointerOf(path)}${pointer}: ${message}.`);
      }
    } else if (kind !== "any") {
      if (!isObject(value)) report(path, "must be an object");
      else if (!isReference(value)) checkMembers(value, container ? `{}${itemKind}` : kind, path);
    }
  }

  function checkMembers(object: JsonObject, kind: string, path: Path): void {
    const fields = objects[kind];
    const [memberKind = kind.slice(2), isValid, rule] = names[kind] ?? [];
    for (const [name, value] of orderedEntries(object)) {
      const memberPath = [...path, name];
      if (!fields) {
        if (extensible.has(kind) && name.startsWith("x-")) continue;
        if (isValid?.(name) ?? true) check(value, memberKind, memberPath);
        else report(memberPath, rule ?? "");
      } else {
        const fieldKind = fields.get(name) ?? fields.get(`${name}!`);
        if (fieldKind !== undefined) check(value, fieldKind, memberPath);
        else if (!name.startsWith("x-")) report(memberPath, "isn't a field that OpenAPI has here");
      }
    }
    for (const field of fields?.keys() ?? []) {
      const name = field.slice(0, -1);
      if (field.endsWith("!") && object[name] === undefined) report(path, `${name} is missing`);
    }
  }

  check(document, "document", []);
  const endless = endlessSchemas(document);
  for (const { node, path } of nodes(document)) {
    if (/^(schemas|\$defs)$/.test(`${path.at(-2)}`) && endless.has(node))
      report(path, endlessProblem);
    // References to other files were reported as they were read.
    const isLocal = isReference(node) && node.$ref.startsWith("#");
    if (isLocal && resolve<unknown>(document, node) === undefined)
      report(path, `Unresolved reference: ${node.$ref}`);
  }
  const pathsByShape = new Map<string, string>();
  for (const path of Object.keys(asObject(document["paths"]))) {
    const first = pathsByShape.get(shapeOf(path));
    if (first === undefined) pathsByShape.set(shapeOf(path), path);
    else
      report(["paths", path], `differs from ${first} by names alone: the values that fit decide`);
  }
  const furtherCount = problems.length - maxProblems;
  return furtherCount > 0
    ? [...problems.slice(0, maxProblems), `#: ${furtherCount} further problems.`]
    : problems;
}

const maxProblems = 100;

const orList = new Intl.ListFormat("en", { type: "disjunction", style: "narrow" });
