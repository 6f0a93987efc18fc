import { isFreeForm, queryNamesOf } from "../../src/openapi/parameter.ts";
import {
  bodyFacts,
  type Contract,
  marksOf,
  type PathOperation,
  pathOperations,
  type ResponseObject,
  withDescendants,
} from "../contract.ts";

/** Writes `generated/declared.ts`: facts that recorded traffic is compared with, apart from the validators. */
export function writeDeclared(contract: Contract): string {
  const rows = pathOperations(contract).map(
    (pathOperation) => `  ${pathOperation.operation.operationId}: ${JSON.stringify(row(pathOperation, contract))},`,
  );
  return `export interface DeclaredOperation {
  /** The names of its query parameters. Absent if it takes any. */
  readonly query?: readonly string[];
  /** The names of the inputs that it can't do without, path values aside. */
  readonly required: readonly string[];
  /** The ids of the unknowns that any request to it touches. */
  readonly unknowns: readonly string[];
  /** The ids of the unknowns that a request with query parameters touches. */
  readonly queryUnknowns: readonly string[];
  /** By status code, \`2XX\` or \`default\`. */
  readonly responses: Readonly<Record<string, DeclaredBody>>;
}

export interface DeclaredBody {
  /** Empty if no body is declared. */
  readonly mediaTypes: readonly string[];
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  /** The names of the fields that it can have, at any depth. */
  readonly fields: readonly string[];
  /** The ids of the unknowns that such a response touches. */
  readonly unknowns: readonly string[];
}

export const declared: Readonly<Record<string, DeclaredOperation>> = {
${rows.join("\n")}
};
`;
}

function row({ operation, query }: PathOperation, contract: Contract) {
  const { responses, parameters = [], requestBody } = operation;
  const names = query.flatMap((parameter) => queryNamesOf(contract, parameter));
  const isFree = query.some((parameter) => isFreeForm(contract, parameter));
  const inputs = [
    ...parameters.filter(({ in: location }) => location !== "path"),
    ...(requestBody ? [{ ...requestBody, name: "body" }] : []),
  ];
  const { responses: _, parameters: __, ...rest } = operation;
  const paths = parameters.filter(({ in: location }) => location === "path");
  return {
    ...(!isFree && { query: names }),
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
    unknowns: unknownsOf(contract, [rest, paths]),
    queryUnknowns: unknownsOf(contract, query),
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, response]) => [code, body(response, contract)]),
    ),
  };
}

const body = (response: ResponseObject, contract: Contract) => ({
  mediaTypes: Object.keys(response.content ?? {}),
  specified: bodyFacts(response).some((keyword) => keyword !== "examples"),
  fields: [...new Set(schemasOf(response, contract).flatMap(({ properties }) => Object.keys(Object(properties))))],
  unknowns: unknownsOf(contract, response),
});

/** Lists the schemas of a response's bodies. Examples contain data, in which a key means nothing. */
const schemasOf = (response: ResponseObject, contract: Contract) =>
  Object.values(response.content ?? {}).flatMap(({ schema }) => withDescendants(contract, schema));

const unknownsOf = (contract: Contract, node: unknown) => [
  ...new Set(withDescendants(contract, node).flatMap((part) => marksOf(part).map(([id]) => id))),
];
