import type { Question, Reply } from "../testing/exchange.ts";
import { missingToken, Refusal, unknownExample } from "../testing/refusal.ts";
import type { Contract } from "./contract.ts";
import { loadPrism, type PrismOperation } from "./prism.ts";

const config = {
  isProxy: false as const,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
};
// Prism tells of every step, values included. The mock has a log of its own, that holds no token.
const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };

/** Prism: holds a request against its operation, and gives the answer that was chosen. */
export function engine(contract: Contract): (question: Question<string>) => Promise<Reply> {
  const prism = loadPrism().createInstance({ ...config, mock: { dynamic: false } }, { logger: logger as never });

  return async function ask(question) {
    const operation = contract.prism[question.id];
    if (!operation) throw new Error(`Prism does not know ${question.id}.`);
    const { code, declared, example, dynamic } = question;
    const known = example !== undefined && declared.examples.has(example);
    // Prism changes what it is given here, so each request has its own.
    const mock = {
      dynamic,
      ...(code !== undefined && { code }),
      ...(known && { exampleKey: example }),
    };
    const result = await answerOf(() => prism.request(input(question, operation), [operation], { ...config, mock })());
    if (result._tag === "Left") {
      const { status = 500, message } = result.left as Error & { status?: number };
      // Prism tells of one failure inside of another, each behind an address of its documentation.
      const [, kind, detail = message] = /#([A-Z_]+): ([^.]+)/.exec(message) ?? [];
      throw new Refusal(kind === "NOT_ACCEPTABLE" ? 406 : status < 500 ? status : 422, `${detail}.`);
    }
    const { output, validations } = result.right;
    const [violation] = validations.input;
    if (violation)
      throw new Refusal(output.statusCode, violation.code === 401 ? missingToken : `${violation.message}.`);
    // Of an example that it does not know, Prism answers another.
    if (example !== undefined && !known) throw new Refusal(404, unknownExample);
    return { status: output.statusCode, body: output.body };
  };
}

/** What Prism throws, at once or later, is for a header that it cannot parse. */
async function answerOf<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, "Prism cannot read a header of this request, such as Accept or Content-Type.");
  }
}

type PrismInput = Parameters<ReturnType<ReturnType<typeof loadPrism>["createInstance"]>["request"]>[0];

function input({ asked, values, query }: Question<string>, { method, path, request }: PrismOperation): PrismInput {
  const { headers, body } = asked;
  const names = [...new Set(query.keys())];
  return {
    method: method as PrismInput["method"],
    url: {
      // Written anew, because Prism splits values at characters that may stand in a path as they are.
      path: path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(values[name] ?? "")),
      query: Object.fromEntries(names.map((name) => [name, several(query.getAll(name))])),
    },
    // Prism goes by the length that a request tells, and a chunked one tells none.
    headers: { ...(headers as Record<string, string>), "content-length": String(Buffer.byteLength(body)) },
    body: request?.body && /\bjson\b/i.test(String(headers["content-type"])) && body !== "" ? parse(body) : body,
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, "The body is no JSON.");
  }
}

const several = (values: string[]) => (values.length === 1 ? (values[0] as string) : values);
