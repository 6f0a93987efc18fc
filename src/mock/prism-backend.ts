import type { Produced, Selection } from "../core/exchange.ts";
import { fillPath } from "../core/match.ts";
import { isRejection, missingToken, type Rejection, reject, unknownExample } from "../core/rejection.ts";
import { queryValues } from "../core/request.ts";
import { loadPrism, type PrismOperation } from "./prism.ts";

const config = {
  isProxy: false as const,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
};
// Prism logs every step, values included. The mock has a log of its own.
const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };

// Prism checks that there are credentials, not which, so the real ones need not come this far.
const placeholder = "placeholder";
const authorizations = { bearer: `Bearer ${placeholder}`, basic: `Basic ${btoa(`${placeholder}:${placeholder}`)}` };

/** Creates the function by which Prism validates a request and produces the selected response. */
export function prismProducer(operations: Readonly<Record<string, PrismOperation>>) {
  const prism = loadPrism().createInstance({ ...config, mock: { dynamic: false } }, { logger: logger as never });

  return async function produce(selection: Selection<string>): Promise<Produced | Rejection> {
    const operation = operations[selection.request.id] as PrismOperation;
    const { code, declared, example, dynamic } = selection;
    const known = example !== undefined && declared.examples.has(example);
    const input = prismInput(selection, operation);
    if (isRejection(input)) return input;
    // Prism changes what it is given here, so each request has its own.
    const mock = {
      dynamic,
      ...(code !== undefined && { code }),
      ...(known && { exampleKey: example }),
    };
    // What Prism throws, at once or later, is for a header that it cannot parse.
    const result = await Promise.resolve()
      .then(() => prism.request(input, [operation], { ...config, mock })())
      .catch(() => reject(400, "Prism cannot parse a header of this request, such as Accept or Content-Type."));
    if ("rejected" in result) return result;
    if (result._tag === "Left") {
      const { status = 500, message } = result.left as Error & { status?: number };
      // Prism reports one failure inside another, each after an address of its documentation.
      const [, kind, detail = message] = /#([A-Z_]+): ([^.]+)/.exec(message) ?? [];
      return reject(kind === "NOT_ACCEPTABLE" ? 406 : status < 500 ? status : 422, `${detail}.`);
    }
    const { output, validations } = result.right;
    const [violation] = validations.input;
    if (violation) return violation.code === 401 ? missingToken : reject(output.statusCode, `${violation.message}.`);
    // Prism would respond with another example.
    if (example !== undefined && !known) return unknownExample;
    return { status: output.statusCode, body: output.body };
  };
}

type PrismInput = Parameters<ReturnType<ReturnType<typeof loadPrism>["createInstance"]>["request"]>[0];

function prismInput(
  { request }: Selection<string>,
  { method, path, request: declared }: PrismOperation,
): PrismInput | Rejection {
  const { headers, body, query, pathValues, hasToken, authorization } = request;
  const isJson = declared?.body && /\bjson\b/i.test(headers["content-type"] ?? "") && body !== "";
  const parsed = isJson ? parseJson(body) : { value: body };
  if (isRejection(parsed)) return parsed;
  return {
    method: method as PrismInput["method"],
    url: {
      // Encoded anew, because Prism splits values at characters that a path may hold as they are.
      path: fillPath(path, (name) => encodeURIComponent(pathValues[name] ?? "")),
      query: { ...queryValues(query), ...(hasToken && { token: placeholder }) },
    },
    headers: {
      ...headers,
      ...(authorization && { authorization: authorizations[authorization] }),
      // Prism goes by the declared length, and a chunked request declares none.
      "content-length": String(Buffer.byteLength(body)),
    },
    body: parsed.value,
  };
}

function parseJson(body: string): { value: unknown } | Rejection {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return reject(400, "The body is not JSON.");
  }
}
