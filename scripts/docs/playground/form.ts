import { STATUS_CODES } from "node:http";
import { faults } from "../../../src/core/preferences.ts";
import { valueTypesOf } from "../../../src/mock/value-types.ts";
import { isFreeForm } from "../../../src/openapi/parameter.ts";
import type { Contract, PathOperation } from "../../contract.ts";
import type { Field, Operation } from "../in-page/playground/request.ts";
import { bodyText } from "../samples/call.ts";
import type { OperationCall } from "../samples/request.ts";

/** The form of a playground, filled in with the values that the samples send. */
export interface Form {
  operation: Operation;
  /** The text of the body; empty if the operation takes none. */
  body: string;
  /** The responses of the mock, in groups: preferences, and words for each. */
  choices: [group: string, options: [preference: string, words: string][]][];
}

/** Builds the form of an operation, with the values of its sample call. */
export function formOf(contract: Contract, pathOperation: PathOperation, call: OperationCall): Form {
  const { body, gaps } = call;
  const isObject = typeof body?.value === "object";
  return {
    operation: { ...call, path: pathOperation.path, fields: fieldsOf(contract, pathOperation, call) },
    body: !body || gaps.includes("body") ? "" : isObject ? JSON.stringify(body.value, null, 2) : bodyText(body),
    choices: choicesOf(pathOperation),
  };
}

function fieldsOf(contract: Contract, { operation, pathValues, inputs }: PathOperation, call: OperationCall): Field[] {
  const pathInputs = pathValues.flatMap((name, index) => {
    const parameter = operation.parameters?.find((candidate) => candidate.in === "path" && candidate.name === name);
    return parameter ? [{ name, parameter, value: call.pathValues[index] }] : [];
  });
  const otherInputs = inputs.map(({ name, parameter }) => ({ name, parameter, value: call.inputs[name] }));
  return [...pathInputs, ...otherInputs].map(({ name: input, parameter, value = "" }) => {
    const { name, in: location, schema, style, explode } = parameter;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (isFreeForm(contract, parameter)) return { input, name, in: "free", text: "", types: [] };
    return {
      ...{ input, name, in: location, text: call.gaps.includes(name) ? "" : text },
      ...{ types: valueTypesOf(contract, schema).types, ...(style && { style }) },
      ...(explode !== undefined && { explode }),
    };
  });
}

function choicesOf({ responses }: PathOperation): Form["choices"] {
  const examples = responses.flatMap(([code, { content = {} }]) =>
    Object.values(content).flatMap((media) =>
      Object.entries(media.examples ?? {}).map(([name, { summary }]): [string, string] => {
        const example = `example=${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`;
        const preference = /^[3-5]/.test(code) ? `code=${code.replace("XX", "00")}, ${example}` : example;
        return [preference, `${name}: ${summary}`];
      }),
    ),
  );
  const codes = responses.map(([code]) => code);
  const openCodes = commonFailures.filter(
    (code) => !codes.includes(code) && (codes.includes("default") || codes.includes(`${code[0]}XX`)),
  );
  const statuses = (options: string[]) =>
    options.map((code): [string, string] => [`code=${code}`, `${code} ${STATUS_CODES[code] ?? ""}`.trim()]);
  const groups: Form["choices"] = [
    // Several media types can have an example of one name.
    ["Examples", [...new Map(examples)]],
    ["Documented status codes", statuses(codes.filter((code) => /^[3-5]\d\d$/.test(code)))],
    ["Status codes that the contract leaves open", statuses(openCodes)],
    ["Faults on the wire", faults.map((fault) => [`fault=${fault}`, faultWords[fault]])],
  ];
  return groups.filter(([, options]) => options.length > 0);
}

/** The failures that a form offers if the contract leaves status codes open. */
const commonFailures = ["400", "401", "403", "404", "409", "422", "429", "500", "503"];

const faultWords: Record<(typeof faults)[number], string> = {
  reset: "reset: the connection is reset",
  stall: "stall: half of the body, then silence",
  truncate: "truncate: half of the body, then the end",
  garbage: "garbage: a body that isn't JSON",
};
