import type { OperationSpec } from "../../../src/client/spec.ts";
import { examplesOf } from "../../../src/openapi/contents.ts";
import { asObject } from "../../../src/openapi/json.ts";
import { isJson, isReadAsText } from "../../../src/openapi/media-type.ts";
import type { Content, Operation, Parameter } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { pathValueNamesOf } from "../../../src/openapi/path.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { jsonKindOf } from "../../../src/openapi/schema.ts";
import { credentialOf, securitySchemesOf } from "../../../src/openapi/security.ts";
import { valueTypesOf } from "../../../src/openapi/value-types.ts";
import { describeSpec } from "../../contract/client-spec.ts";
import type { Contract, Json } from "../../contract/document.ts";
import { type Input, inputsOf } from "../../contract/names.ts";
import { alternativesOf, tokenSchemesOf } from "../../contract/security-names.ts";
import { mediaOf, statedValueOf } from "../../contract/stated-value.ts";
import { isRedirected, successesOf } from "../../contract/successes.ts";
import {
  type CallCredential,
  type CallParameter,
  isStructured,
  mockAddress,
  type OperationCall,
  type ResultKind,
} from "./call.ts";

/**
 * Creates the call of an operation that its samples print. Each value is one that the contract
 * states, since nothing is guessed; without one, it's the name in braces. Optional inputs without
 * an example are left out.
 * @param server What the samples call. Default: the mock on its default port.
 */
export function createCall(
  contract: Contract,
  operation: Operation,
  server = { url: mockAddress, isMock: true },
): OperationCall {
  const { id: operationId, method, path, parameters, body } = operation;
  const missingValues = new Set<string>();
  const fillIn = (
    name: string,
    source: Pick<Parameter | Content, "schema" | "node">,
    type?: string,
  ): Json => {
    const value = statedValueOf(contract, source);
    // Only a string can be the body of another type, such as XML; no list or object is a path value.
    const isSimple = type ? !isStructured(type) : "in" in source && source.in === "path";
    if (value !== undefined && !(isSimple && typeof value === "object")) return value;
    missingValues.add(name);
    return type && !isJson(type) && isStructured(type) ? { [`{${name}}`]: "" } : `{${name}}`;
  };
  const toCallParameter = ({ name: input, parameter }: Input): CallParameter => {
    const { name, in: location, required, schema } = parameter;
    const { types } = valueTypesOf(contract, schema);
    const isSent = required || examplesOf(mediaOf(parameter.node)).length > 0;
    return {
      input,
      name,
      in: location,
      isText: types.includes("string") || types.length === 0,
      isFreeForm: parameter.isFreeForm === true,
      value: isSent ? fillIn(name, parameter) : undefined,
    };
  };
  const pathInputs = pathValueNamesOf(path).flatMap((name) =>
    parameters.flatMap((parameter) =>
      parameter.in === "path" && parameter.name === name ? { name, parameter } : [],
    ),
  );
  // The client sends no body with a GET.
  const [content] = (method !== "GET" && body?.contents) || [];
  return {
    operationId,
    method,
    path,
    spec: pick(describeSpec(operation, contract)),
    parameters: [...pathInputs, ...inputsOf(operation)].map(toCallParameter),
    ...(content && {
      body: { type: content.mediaType, value: fillIn("body", content, content.mediaType) },
    }),
    credentials: pickCredentials(contract, operation),
    server,
    result: resultOf(contract, operation),
    missingValues: [...missingValues],
  };
}

/** A newcomer's call, and the example of its response. */
interface FirstCall {
  call: OperationCall;
  label: string;
  response: string;
}

/**
 * Finds a newcomer's first call, the first operation that reads, takes no path value, and has an
 * example.
 */
export function findFirstCall(contract: Contract, url = mockAddress): FirstCall | undefined {
  for (const operation of operationsOf(contract)) {
    const [success] = successesOf(operation);
    const [[, example] = []] = examplesOf(success?.content?.node ?? {});
    if (operation.method === "GET" && pathValueNamesOf(operation.path).length === 0 && example)
      return {
        call: createCall(contract, operation, { url, isMock: true }),
        label: `${example["summary"]}`,
        response: JSON.stringify(example["value"], null, 2),
      };
  }
  return undefined;
}

/** The parts of a spec that a request is written by. */
const pick = ({ body, inputs, names, writers }: Partial<OperationSpec>) => {
  return { body, inputs, names, writers };
};

function resultOf(contract: Contract, operation: Operation): ResultKind {
  if (isRedirected(operation)) return "location";
  const [success, ...otherSuccesses] = successesOf(operation);
  if (otherSuccesses.length > 0) return "unknown";
  if (!success?.content) return "nothing";
  const { mediaType, schema } = success.content;
  if (isReadAsText(mediaType)) return "text";
  if (!isJson(mediaType)) return "bytes";
  if (asObject(resolve(contract, schema))["type"] === "array") return "list";
  return jsonKindOf(contract, schema) === "any" ? "unknown" : "object";
}

/** Picks the credentials that a call sends: those that the client prefers. */
function pickCredentials(contract: Contract, { schemes }: Operation): CallCredential[] {
  const [picked = []] = alternativesOf(schemes);
  const tokenSchemes = tokenSchemesOf(contract);
  return picked.map((scheme, index) => {
    const credential = credentialOf(securitySchemesOf(contract)[scheme] ?? {});
    return {
      scheme,
      ...credential,
      variable: variableOf(index === 0 ? "token" : scheme),
      isToken: tokenSchemes.includes(scheme),
      isBase64: credential.in === "authorization" && credential.name === "basic",
    };
  });
}

const variableOf = (name: string) =>
  `PHONE_AGENT_${name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, "_").toUpperCase()}`;
