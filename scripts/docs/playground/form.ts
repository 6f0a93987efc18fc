import { faults } from "../../../src/core/faults.ts";
import type { Operation as ServedOperation } from "../../../src/core/operation.ts";
import { readOperations } from "../../../src/mock/operations.ts";
import { type Contract, cachePerDocument, type PathOperation } from "../../contract.ts";
import { reasons } from "../in-page/playground/reasons.ts";
import type { Field, Operation } from "../in-page/playground/request.ts";
import { bodyText, isForm, isMultipart } from "../samples/call.ts";
import { textOf } from "../samples/wire.ts";
import type { OperationCall } from "../samples.ts";

/** The form of a playground, filled in with the values that the samples send. */
export interface Form {
  operation: Operation;
  /** A text for each field. */
  values: string[];
  /** Empty if the operation takes no body. */
  body: string;
  /** The responses of the mock, in groups: preferences, and words for each. */
  choices: [group: string, options: [preference: string, words: string][]][];
}

/** Reads the operations as the mock and the test server do. */
const servedOperations = cachePerDocument((contract: Contract) => readOperations(contract));

/** Builds the form of an operation, with the values of its sample call. */
export function formOf(contract: Contract, pathOperation: PathOperation, call: OperationCall): Form {
  const server = servedOperations(contract)[pathOperation.operation.operationId]?.operation as ServedOperation;
  const { body, pathValues, inputs, operationId, method, takesInputs, inputsFirst, result, token, gaps } = call;
  const fields = fieldsOf(pathOperation, server);
  return {
    operation: {
      ...{ operationId, method, path: pathOperation.path, takesInputs, inputsFirst, result, token, fields },
      ...(body && { bodyType: body.type }),
    },
    values: fields.map(({ in: location, name, wire }, index) => {
      const value = location === "path" ? pathValues[index] : location === "free" ? undefined : inputs[name];
      if (value === undefined || gaps.includes(wire)) return "";
      return typeof value === "object" ? JSON.stringify(value) : textOf(value);
    }),
    body:
      !body || gaps.includes("body")
        ? ""
        : isForm(body.type) || isMultipart(body.type)
          ? JSON.stringify(body.value, null, 2)
          : bodyText(body, 2),
    choices: choicesOf(server, pathOperation),
  };
}

function fieldsOf({ pathValues, inputs }: PathOperation, { parameters, freeForm }: ServedOperation): Field[] {
  const typesOf = (wire: string, location: string) =>
    parameters.find((parameter) => parameter.name === wire && parameter.in === location)?.valueTypes?.types ?? [
      "string",
    ];
  const pathFields = pathValues.map((name): Field => ({ name, wire: name, in: "path", types: typesOf(name, "path") }));
  const inputFields = inputs.map(({ name, parameter: { name: wire, in: location, style, explode } }): Field => {
    if (freeForm?.name === wire) return { name, wire, in: "free", types: [] };
    const field = {
      name,
      wire,
      in: location === "header" ? "header" : "query",
      types: typesOf(wire, location),
    } as const;
    return { ...field, ...(style && { style }), ...(explode !== undefined && { explode }) };
  });
  return [...pathFields, ...inputFields];
}

function choicesOf({ responses }: ServedOperation, { operation }: PathOperation): Form["choices"] {
  const summaries = new Map(
    Object.values(operation.responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.entries(examples).map(([name, { summary }]) => [name, summary] as const),
      ),
    ),
  );
  const examples = responses.flatMap(({ code, contents }) =>
    contents.flatMap((content) =>
      [...content.examples.keys()].map((name): [string, string] => {
        const example = `example=${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`;
        const preference = /^[3-5]/.test(code) ? `code=${code.replace("XX", "00")}, ${example}` : example;
        return [preference, `${name}: ${summaries.get(name)}`];
      }),
    ),
  );
  const documentedCodes = responses.map(({ code }) => code).filter((code) => /^[3-5]\d\d$/.test(code));
  const rangeCodes = responses.flatMap(({ code }) => codesByRange[code] ?? []);
  const openCodes = [...new Set(rangeCodes)].filter((code) => !documentedCodes.includes(code)).sort();
  const status = (code: string): [string, string] => [`code=${code}`, `${code} ${reasons[code] ?? ""}`.trim()];
  const groups: Form["choices"] = [
    // Several media types can have an example of one name.
    ["Examples", [...new Map(examples)]],
    ["Documented status codes", documentedCodes.map(status)],
    ["Status codes that the contract leaves open", openCodes.map(status)],
    ["Faults on the wire", faults.map((fault) => [`fault=${fault}`, faultWords[fault]])],
  ];
  return groups.filter(([, options]) => options.length > 0);
}

const failureCodes = Object.keys(reasons).filter((code) => !code.startsWith("2"));
const codesByRange: Record<string, string[]> = {
  "4XX": failureCodes.filter((code) => code.startsWith("4")),
  "5XX": failureCodes.filter((code) => code.startsWith("5")),
  default: failureCodes,
};

const faultWords: Record<(typeof faults)[number], string> = {
  reset: "reset: the connection is reset",
  stall: "stall: half of the body, then silence",
  truncate: "truncate: half of the body, then the end",
  garbage: "garbage: a body that isn't JSON",
};
