import { matcher } from "../testing/match.ts";
import { type Preferences, parsePrefer } from "../testing/prefer.ts";
import { problem, Refusal } from "../testing/refusal.ts";
import { readTarget } from "../testing/target.ts";
import { answerFor, type Contract, type Operation } from "./contract.ts";

/** A request below the API, as it came. */
export interface Asked {
  method: string;
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** What the mock answers, and what it knows of it. */
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
  preferences: Preferences;
}

/** Makes the function that answers requests from the contract. It never throws: what it turns down is an answer too. */
export function answerer(contract: Contract) {
  const match = matcher(contract.operations);
  const ask = engine(contract);
  return async function answer(asked: Asked): Promise<Answered> {
    let preferences: Preferences = {};
    const about: Record<string, string> = {};
    try {
      const { segments, query } = readTarget(asked.target);
      const { id, values } = match(asked.method, segments);
      about["mock-operation"] = id;
      const operation = contract.operations[id] as Operation;
      preferences = parsePrefer(String(asked.headers["prefer"] ?? ""));
      const declared = answerFor(operation, preferences.code);
      const example = preferences.example ?? declared?.examples.keys().next().value;
      const { status, body, type } = await ask(operation, values, query, asked, { ...preferences, example });
      if (example !== undefined) about["mock-example"] = example;
      const open = [...(declared?.code === String(status) ? [] : ["status"]), ...(declared?.specified ? [] : ["body"])];
      if (open.length > 0) about["mock-unspecified"] = open.join(", ");
      about["mock-source"] = preferences.dynamic && declared?.specified ? "generated" : "contract";
      return { status, headers: { ...about, ...(type && { "content-type": type }) }, body, preferences };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const headers = { ...about, ...error.headers, "content-type": "application/problem+json", "mock-source": "mock" };
      return { status: error.status, headers, body: problem(error), preferences };
    }
  };
}

const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };

/** Prism: holds a request against the operation, and finds the answer. */
function engine({ prism }: Contract) {
  const config = {
    isProxy: false as const,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
  };
  const instance = prism.createInstance({ ...config, mock: { dynamic: false } }, { logger: logger as never });

  return async function ask(
    operation: Operation,
    values: Record<string, string>,
    query: URLSearchParams,
    asked: Asked,
    { code, example, dynamic = false }: Omit<Preferences, "example"> & { example: string | undefined },
  ) {
    const url = {
      path: operation.path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(values[name] ?? "")),
      query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, several(query.getAll(name))])),
    };
    const method = operation.method.toLowerCase() as "get";
    // Prism looks at the length of a body alone, and a chunked one has none.
    const headers = { ...asked.headers, "content-length": String(Buffer.byteLength(asked.body)) } as never;
    const mock = {
      dynamic,
      ...(code !== undefined && { code }),
      ...(example !== undefined && { exampleKey: example }),
    };
    const result = await instance
      .request({ method, url, headers, body: asked.body }, operation.prism, { ...config, mock })()
      .catch(() => {
        throw new Refusal(400, "Prism cannot read this request.");
      });
    if (result._tag === "Left") {
      throw new Refusal((result.left as { status?: number }).status ?? 422, `${result.left.message}.`);
    }
    const { output, validations } = result.right;
    const [violation] = validations.input;
    if (violation) throw new Refusal(output.statusCode, `${violation.message}.`);
    const type = output.body === undefined ? undefined : output.headers?.["Content-type"];
    return { status: output.statusCode, type, body: output.body === undefined ? "" : JSON.stringify(output.body) };
  };
}

const several = (values: string[]) => (values.length === 1 ? (values[0] as string) : values);
