import {
  type Contract,
  documentedOperations,
  isObject,
  type LocatedOperation,
  once,
  type Parameter,
  type ResponseObject,
} from "../contract.ts";
import { describedContract } from "./described.ts";
import { fieldsOf } from "./fields.ts";
import { describe } from "./markdown.ts";
import { operationAddress } from "./places.ts";
import { fieldList } from "./text.ts";
import type { Section } from "./unknowns.ts";

/**
 * What Redoc gets: the request and the responses of one operation. The page has everything else, and what Redoc costs
 * does not depend on the size of the API.
 */
export function definitionOf(
  contract: Contract,
  { method, path, operation, known }: LocatedOperation,
  link = (href: string) => href,
): object {
  const described = describedOperations(contract);
  const located = described.operations.get(operation.operationId) ?? { operation };
  const { parameters = [], requestBody, responses } = located.operation;
  const tokens = operation.security?.length === 0 ? [] : tokenParameters(contract, known === "documented");
  const section = { contract, address: operationAddress({ operation }) };
  const listed = parameters.map((each, at) => listInputs(section, operation.parameters?.[at] ?? each, each));
  const shown = {
    operationId: operation.operationId,
    summary: operation.summary,
    parameters: [...listed, ...tokens],
    ...(requestBody && { requestBody }),
    responses: withSentences(responses),
  };
  const definition = {
    openapi: contract.openapi,
    info: { title: contract.info.title, version: contract.info.version },
    paths: { [path]: { [method.toLowerCase()]: shown } },
    components: { schemas: schemasOf(described.contract, shown) },
  };
  return withLinks(definition, link);
}

/** The token is a parameter to the reader: Redoc would say elsewhere, behind a click, that one is needed. */
const tokenParameters = ({ components }: Contract, required: boolean): Parameter[] =>
  Object.values(components.securitySchemes ?? {}).flatMap(({ in: place, name, description = "" }) =>
    place === "query" && name ? [{ name, in: place, description, required, schema: { type: "string" } }] : [],
  );

/** A copy whose descriptions link to files. */
function withLinks<Node>(node: Node, link: (href: string) => string): Node {
  if (Array.isArray(node)) return node.map((each) => withLinks(each, link)) as Node;
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key !== "description" || typeof value !== "string") return [key, withLinks(value, link)];
    return [key, value.replaceAll(/href="(#\/[^"]*)"/g, (_, href: string) => `href="${link(href)}"`)];
  });
  return Object.fromEntries(entries) as Node;
}

/** The contract with its unknowns in its descriptions. */
const describedOperations = once((contract: Contract) => {
  const described = describedContract(contract);
  const operations = documentedOperations(described).map(
    (located) => [located.operation.operationId, located] as const,
  );
  return { contract: described, operations: new Map(operations) };
});

/** The schemas that a node refers to, directly or through another. */
function schemasOf({ components }: Contract, node: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const name = key === "$ref" && typeof inner === "string" ? inner.split("/").at(-1) : undefined;
      if (name === undefined) walk(inner);
      else if (!(name in found)) {
        found[name] = components.schemas[name];
        walk(found[name]);
      }
    }
  };
  walk(node);
  return found;
}

/** Redoc shows one of several alternatives at a time: inputs without a name are listed one below the other instead. */
function listInputs(section: Section, parameter: Parameter, described: Parameter): Parameter {
  const inputs = fieldsOf(section.contract, parameter.schema);
  if (parameter.in !== "query" || inputs.length === 0) return described;
  const description = `${described.description}\n\n${describe(fieldList(section, inputs))}`;
  return { ...described, description, schema: { type: "object" } };
}

const unknownBody = { summary: "Unknown", description: '<span class="unknown"><b>Unknown:</b> Response body.</span>' };

/** Without an example Redoc makes one up, and without content it claims that there is none. */
function withSentences(responses: Record<string, ResponseObject>): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const content = response.content ?? (response["x-not-shown"] && { unknown: { schema: {} } });
      const media = Object.entries(content ?? {}).map(([type, each]) => [
        type,
        // An example without a value shows its description.
        { ...each, examples: each.examples ?? { unknown: unknownBody } },
      ]);
      return [status, content ? { ...response, content: Object.fromEntries(media) } : response];
    }),
  );
}
