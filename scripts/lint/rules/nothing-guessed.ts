import { documentedKeywords } from "../../../src/openapi/contents.ts";
import { asList, asObject, type JsonObject } from "../../../src/openapi/json.ts";
import { nodes, type Path, reachableObjects } from "../../../src/openapi/nodes.ts";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { flattenComposition } from "../../../src/openapi/schema.ts";
import { isSecretName } from "../../../src/openapi/secret-names.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { type Aspect, aspectOf, unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import { unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

type Guess = string | undefined;

interface NodeWithUnknowns {
  node: JsonObject;
  /** The node, and what its schema is composed of. */
  parts: JsonObject[];
  parent: JsonObject;
  description: string;
  contract: Contract;
}

const localMock = "http://127.0.0.1:4010";
const bounds = /^(exclusive)?(minimum|maximum)$|^(min|max)(Items|Length|Properties)$|^multipleOf$/i;

/** Finds a keyword or a value that contradicts an unknown about an aspect. */
const guesses: Partial<Record<Aspect, (nodeWithUnknowns: NodeWithUnknowns) => Guess>> = {
  address: ({ node, contract: { servers } }) =>
    listValues([node], "default", "enum").find((value) => value !== localMock) ??
    servers?.find(({ url }) => !url.startsWith("{"))?.url,
  "header token": ({ contract: { components } }) =>
    Object.values(components?.securitySchemes ?? {})
      .map(headerOf)
      .find(Boolean),
  token: ({ node }) => findKeyword([node], /^security$/),
  values: ({ parts, description }) =>
    listValues(parts, "enum", "const").find((value) => !description.includes(`\`${value}\``)) ??
    findKeyword(parts, /^(pattern|example)$/) ??
    (parts.some(({ examples }) => Array.isArray(examples)) ? "examples" : undefined),
  default: ({ parts }) => findKeyword(parts, /^default$/),
  bounds: ({ parts }) => findKeyword(parts, bounds),
  body: ({ node }) => documentedKeywords(node)[0],
  payload: ({ node }) => findKeyword([node], /^requestBody$/),
  "success status": ({ parent }) => findKeyword([parent], /^2(?!XX)/),
  "failure statuses": ({ parent }) => findKeyword([parent], /^[1345]/),
  parameters: ({ node, parent, contract }) => {
    const parameters = [parent["parameters"] ?? [], node["parameters"] ?? []].flat();
    const input = parameters
      .map((item) => asObject(resolve(contract, item)))
      .find(({ in: place }) => place !== "path");
    return input && "parameters";
  },
};

/**
 * No value, default, bound, unit, address, status, input or shape is given if the contract marks it
 * as unknown.
 */
export default ((contract, report) => {
  const reportGuess = (path: Path, guess: Guess | false, id: string | undefined) =>
    report(path, guess && id && `"${guess}" is given, but "${id}" marks it as unknown.`);
  for (const { node, path } of nodes(contract)) {
    const parent = asObject(valueAt(contract, path.slice(0, -1)));
    for (const [id, description] of unknownsAt(isSuccess(path) ? resolve(contract, node) : node)) {
      const aspect = aspectOf(id, path);
      const place = { node, parts: listParts(contract, node), parent, description, contract };
      reportGuess(path, aspect && guesses[aspect]?.(place), id);
    }
    // Neither a field whose unit is unknown nor an object that contains it, such as the operation,
    // names one.
    const unit = findUnit(contract, node);
    reportGuess(path, unit, unit && findId("unit", reachableObjects(contract, node)));
    const inputs = asObject(path.at(-2) === "parameters" && resolve(contract, node["schema"]));
    const alternatives = listParts(contract, asObject(inputs["additionalProperties"]));
    reportGuess(path, findKeyword([inputs], /^properties$/), findId("name", alternatives));
    reportGuess(path, findKeyword([inputs], /^default$/), findId("default", alternatives));
  }
  // The area of a webhook marks the payload and the signing of its deliveries.
  for (const { keys, node, body, parameters } of webhooksOf(contract)) {
    const areas = (contract.tags ?? []).filter(({ name }) => asList(node["tags"]).includes(name));
    const findAreaId = (aspect: Aspect) =>
      areas.flatMap((area) => unknownIdsAbout(aspect, area, ["tags"]))[0];
    const isKnown = documentedKeywords(body?.node).length > 0;
    reportGuess(keys, isKnown && "requestBody", findAreaId("payload"));
    const signature = parameters.find(({ name }) => isSecretName(name));
    reportGuess(keys, signature?.name, findAreaId("signing"));
  }
}) satisfies Rule;

const findId = (aspect: Aspect, schemas: JsonObject[]) =>
  schemas.flatMap((schema) => unknownIdsAbout(aspect, schema))[0];

const headerOf = ({ type, in: place, name }: JsonObject): Guess =>
  type === "http" ? "Authorization" : place === "header" ? `${name}` : undefined;

/**
 * Returns whether a response is a success. What is unknown of a failure by reference is unknown of
 * all operations.
 */
const isSuccess = (path: Path): boolean =>
  path.at(-2) === "responses" && isSuccessStatus(`${path.at(-1)}`);

// "The second example" counts, and "one second" measures: in the singular the word is a unit after
// a number, or last.
const seconds =
  /\b(milli|micro)seconds?\b|\bsec(ond)?s\b|\bsec\b|\b(\d+|one|per) second\b|\bsecond\b(?! +\w)/i;
const otherUnits = /\bms\b|\bmin(ute)?s?\b|\bhours?\b|\b\d+ ?s\b|duration-\w+/i;

function findUnit(contract: Contract, node: JsonObject): Guess {
  const examples = Object.values(asObject(node["examples"])).map((example) =>
    asObject(resolve(contract, example)),
  );
  const parts = [node, ...examples];
  const text = parts
    .flatMap(({ title, summary, description, format }) => [title, summary, description, format])
    .join(" ");
  return (seconds.exec(text) ?? otherUnits.exec(text))?.[0];
}

const findKeyword = (parts: JsonObject[], name: RegExp): Guess =>
  parts.flatMap(Object.keys).find((key) => name.test(key));

const listValues = (parts: JsonObject[], ...keywords: string[]): string[] =>
  parts.flatMap((part) => keywords.flatMap((key) => part[key] ?? [])).map(String);

/**
 * Lists a schema and what it is composed of, its items included, references followed; for a
 * parameter, its schema.
 */
function listParts(contract: Contract, node: JsonObject): JsonObject[] {
  const parts = flattenComposition(contract, node["schema"] ?? node);
  return [node, ...parts, ...parts.flatMap(({ items }) => flattenComposition(contract, items))];
}
