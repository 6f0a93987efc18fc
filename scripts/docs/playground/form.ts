import { faults } from "../../../src/core/faults.ts";
import type { Operation as ServedOperation } from "../../../src/core/operation.ts";
import { readOperations } from "../../../src/mock/operations.ts";
import { type Contract, once, type PathOperation } from "../../contract.ts";
import { reasons } from "../in-page/playground/reasons.ts";
import type { Field, Operation } from "../in-page/playground/request.ts";
import { bodyText, isForm, isMultipart } from "../samples/sent.ts";
import { textOf } from "../samples/wire.ts";
import { sampleSent } from "../samples.ts";

/** The form of a playground, filled in with the values that the samples send. */
export interface Form {
  operation: Operation;
  /** A text for each field. */
  values: string[];
  /** Empty where the operation takes none. */
  body: string;
  /** The responses of the mock, in groups: preferences, and words for each. */
  choices: [group: string, options: [preference: string, words: string][]][];
}

/** The operations as servers read them, and so the test server in the page. */
const served = once((contract: Contract) => readOperations(contract));

export function formOf(contract: Contract, located: PathOperation): Form {
  const server = served(contract)[located.operation.operationId]?.operation as ServedOperation;
  const { body, pathValues, inputs, operationId, method, takesInputs, inputsFirst, received, token } = sampleSent(
    contract,
    located,
  );
  const fields = fieldsOf(located, server);
  return {
    operation: {
      ...{ operationId, method, path: located.path, takesInputs, inputsFirst, received, token, fields },
      ...(body && { bodyType: body.type }),
    },
    values: fields.map(({ in: place, name }, at) => {
      const value = place === "path" ? pathValues[at] : place === "free" ? undefined : inputs[name];
      if (value === undefined) return "";
      return typeof value === "object" ? JSON.stringify(value) : textOf(value);
    }),
    body: !body
      ? ""
      : isForm(body.type) || isMultipart(body.type)
        ? JSON.stringify(body.value, null, 2)
        : bodyText(body, 2),
    choices: choicesOf(server, located),
  };
}

function fieldsOf({ pathValues, inputs }: PathOperation, { parameters, freeForm }: ServedOperation): Field[] {
  const typesOf = (wire: string, place: string) =>
    parameters.find((each) => each.name === wire && each.in === place)?.valueTypes?.types ?? ["string"];
  const inPath = pathValues.map((name): Field => ({ name, wire: name, in: "path", types: typesOf(name, "path") }));
  const others = inputs.map(({ name, parameter: { name: wire, in: place, style, explode } }): Field => {
    if (freeForm?.name === wire) return { name, wire, in: "free", types: [] };
    const written = { ...(style && { style }), ...(explode !== undefined && { explode }) };
    return { name, wire, in: place === "header" ? "header" : "query", types: typesOf(wire, place), ...written };
  });
  return [...inPath, ...others];
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
  const declared = responses.map(({ code }) => code).filter((code) => /^[3-5]\d\d$/.test(code));
  const open = responses.flatMap(({ code }) => others[code] ?? []);
  const undeclared = [...new Set(open)].filter((code) => !declared.includes(code)).sort();
  const status = (code: string): [string, string] => [`code=${code}`, `${code} ${reasons[code] ?? ""}`.trim()];
  const all: Form["choices"] = [
    // Several media types can have an example of one name.
    ["Examples", [...new Map(examples)]],
    ["Documented status codes", declared.map(status)],
    ["Status codes that the contract leaves open", undeclared.map(status)],
    ["Faults on the wire", faults.map((fault) => [`fault=${fault}`, faultWords[fault]])],
  ];
  return all.filter(([, options]) => options.length > 0);
}

const all = Object.keys(reasons).filter((code) => !code.startsWith("2"));
const others: Record<string, string[]> = {
  "4XX": all.filter((code) => code.startsWith("4")),
  "5XX": all.filter((code) => code.startsWith("5")),
  default: all,
};

const faultWords: Record<(typeof faults)[number], string> = {
  reset: "reset: the connection is reset",
  stall: "stall: half of the body, then silence",
  truncate: "truncate: half of the body, then the end",
  garbage: "garbage: a body that isn't JSON",
};
