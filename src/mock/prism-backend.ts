import { parseBody } from "../core/body.ts";
import type { MatchedRequest, Selection } from "../core/exchange.ts";
import { essence, isInRange, isJson } from "../core/media.ts";
import { isRejection, type Rejection, reject } from "../core/rejection.ts";
import { queryValues } from "../core/request.ts";
import { fillPath } from "../openapi/path.ts";
import type { Node } from "./document.ts";
import { excerpt } from "./excerpt.ts";
import { loadPrism } from "./prism.ts";

type Prism = ReturnType<typeof loadPrism>;
type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];
type PrismInput = Parameters<ReturnType<Prism["createInstance"]>["request"]>[0];

const config = {
  isProxy: false as const,
  // Prism checks that there are credentials, not which. The core does that.
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
};

interface PrismError extends Error {
  status?: number;
  additional?: { validation?: { message: string }[] };
}

// Prism logs every step, values included. The mock has a log of its own.
const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };
// The core has found the operation.
const route = ({ resources: [right] }: { resources: unknown[] }) => ({ _tag: "Right", right });

/** Creates the function by which Prism validates a request and produces the selected response. */
export function prismProducer(document: Node) {
  const { createInstance, getHttpOperationsFromSpec } = loadPrism();
  const prism = createInstance({ ...config, mock: { dynamic: false } }, { logger, route } as never);
  const read = new Map<string, Promise<PrismOperation | undefined>>();

  /** Read on first use: a contract of a thousand operations would take seconds. */
  function operationOf({ id, operation: { method, path } }: MatchedRequest<string>) {
    const known = read.get(id);
    if (known) return known;
    const part = excerpt(document, method, path);
    const operation = part ? getHttpOperationsFromSpec(part).then(([first]) => first) : Promise.resolve(undefined);
    read.set(id, operation);
    return operation;
  }

  return async function produce(selection: Selection<string>): Promise<{ body: unknown } | Rejection> {
    const { request, declared, status, content, example = "", dynamic = false } = selection;
    const written = content?.examples.get(example);
    const operation = await operationOf(request);
    // A stub, which Prism does not know.
    if (!operation) return { body: written?.value };
    const given = await forPrism(request, operation);
    if (isRejection(given)) return given;
    const { input, adapted } = given;
    // Prism looks for the status alone, and would send an invalid request one of the other responses.
    const responses = operation.responses.filter(({ code }) => code === declared.code);
    const selected = {
      ...adapted,
      responses: responses.map((one) => ({ ...one, code: `${status}` })),
    };
    const mock = {
      dynamic,
      code: status,
      ...(content && { mediaTypes: [content.mediaType] }),
      ...(written?.source === "contract" && { exampleKey: example }),
    };
    // What Prism throws, at once or later, is for a header that it cannot parse.
    const result = await Promise.resolve()
      .then(() => prism.request(input, [selected as PrismOperation], { ...config, mock })())
      .catch(() => reject(400, "Prism cannot parse a header of this request, such as Accept or Content-Type."));
    if ("rejected" in result) return result;
    if (result._tag === "Left") {
      const { status: failed = 500, message, additional } = result.left as PrismError;
      const [finding] = additional?.validation ?? [];
      // Prism reports one failure inside another, each after an address of its documentation.
      const [, detail = message] = /#[A-Z_]+: ([^.]+)/.exec(message) ?? [];
      return reject(failed < 500 ? failed : 422, `${finding?.message ?? detail}.`);
    }
    const { output, validations } = result.right;
    // A warning is for an input that is deprecated.
    const violation = validations.input.find(({ severity }) => severity === 0);
    if (violation) return reject(violation.code === 415 ? 415 : 422, `${violation.message}.`);
    return { body: written ? written.value : output.body };
  };
}

/**
 * A request as Prism reads it, and its operation. A form is given as the JSON value that it stands for, since Prism drops
 * all but the last of the values that a field has.
 */
async function forPrism(request: MatchedRequest<string>, operation: PrismOperation) {
  const { headers, body: text, query, pathValues, operation: declared } = request;
  const type = headers["content-type"] ?? "";
  const content = declared.body?.contents.find(({ mediaType }) => isInRange(essence(type), essence(mediaType)));
  const body = text === "" ? undefined : content ? await parseBody(text, type, content.shape) : text;
  if (text !== "" && body === undefined) return reject(400, `The body is not ${isJson(type) ? "JSON" : "a form"}.`);
  const isForm = content?.shape !== undefined;
  const { request: written = {} } = operation;
  const contents = written.body?.contents?.filter(({ mediaType }) => mediaType === content?.mediaType);
  const input: PrismInput = {
    method: operation.method as PrismInput["method"],
    url: {
      // Encoded anew, because Prism splits values at characters that a path may hold as they are.
      path: fillPath(operation.path, (name) => encodeURIComponent(pathValues[name] ?? "")),
      query: { ...queryValues(query), ...nulls(request) },
    },
    headers: {
      ...headers,
      ...(isForm && { "content-type": json }),
      // Prism goes by the declared length, and a chunked request declares none.
      "content-length": String(Buffer.byteLength(text)),
    },
    body,
  };
  const adapted = {
    ...operation,
    request: {
      ...written,
      // Prism throws for a list in a header that is absent.
      headers: written.headers?.filter(({ name, required }) => required || name.toLowerCase() in headers) ?? [],
      ...(isForm && { body: { ...written.body, contents: contents?.map((one) => ({ ...one, mediaType: json })) } }),
    },
  } as PrismOperation;
  return { input, adapted };
}

const json = "application/json";

/** Prism reads an empty value as null, and not the word. */
const nulls = ({ query, operation }: MatchedRequest<string>): Record<string, string> =>
  Object.fromEntries(
    operation.parameters
      .filter(
        ({ name, in: place, shape }) =>
          place === "query" &&
          shape?.types.includes("null") &&
          !shape.types.includes("string") &&
          query.get(name) === "null",
      )
      .map(({ name }) => [name, ""]),
  );
