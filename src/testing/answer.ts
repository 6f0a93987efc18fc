import type { JunkInboxInputNames } from "../options.ts";
import type { Answered, Asked, Question, Reply } from "./exchange.ts";
import { journal, redacted, type Source, type Told } from "./journal.ts";
import { matcher } from "./match.ts";
import { cutPage, readInputs } from "./pages.ts";
import { combine, type Preferences, parsePrefer } from "./prefer.ts";
import { type Place, pathOf } from "./redact.ts";
import { problem, Refusal } from "./refusal.ts";
import { misplacedTokens, tokenFinder } from "./secrets.ts";
import { sequences, type Taken } from "./sequences.ts";
import { type DeclaredAnswer, declaredFor, type Operation } from "./surface.ts";
import { readTarget, type Target } from "./target.ts";

export interface Server<Id extends string> {
  readonly operations: Readonly<Record<Id, Operation>>;
  /** Holds a request against the contract, and gives the answer or throws a refusal. */
  readonly engine: (question: Question<Id>) => Reply | Promise<Reply>;
  /** What holds for an operation beside what the request itself prefers. */
  readonly usual: (id: Id, own: Preferences, run: string) => Taken;
  readonly names: JunkInboxInputNames;
}

/** How much of a body is read, in characters. */
export const longestBody = 1_000_000;

/** What outlives a request. */
export function createMemory() {
  const tokens = tokenFinder();
  const memory = { journal: journal(), sequences: sequences(), find: tokens.find };
  return {
    ...memory,
    /** Hides a token, and what may be some, from now on and where they have been written down already. */
    learn(token: string, suspects: readonly string[]): void {
      if (tokens.learn(token)) memory.journal.hide(token);
      for (const suspect of suspects) if (tokens.suspect(suspect)) memory.journal.hide(suspect);
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;

/** What is known of a request so far. Of a refused one it is less. */
interface Known {
  target?: Target;
  place?: Place;
  operation?: string;
  preferences?: Preferences;
  declared?: DeclaredAnswer;
  example?: string | undefined;
}

interface Outcome extends Reply {
  source: Source;
  headers: Record<string, string>;
  refusal?: string;
}

/** Makes the function that answers requests. It never throws for what a request holds: a refusal is an answer too. */
export function answerer<Id extends string>(server: Server<Id>, memory: Memory): (asked: Asked) => Promise<Answered> {
  const match = matcher(server.operations);

  async function choose(asked: Asked, run: string, known: Known): Promise<Outcome> {
    const target = readTarget(asked.target);
    known.target = target;
    const { segments, query } = target;
    const path = segments.join("/");
    known.place = { template: "/{path}", values: { path } };
    const [token = "", ...more] = query.getAll("token");
    memory.learn(token, [...more, ...[path, ...query.keys()].flatMap((text) => [...misplacedTokens(text)])]);
    const { id, values } = match(asked.method, segments);
    known.operation = id;
    known.place = { template: server.operations[id].path, values };
    if (more.length > 0) throw new Refusal(400, "The token is given more than once.");
    if (asked.body.length > longestBody) throw new Refusal(413, "The body is longer than a million characters.");
    const header = text(asked.headers["prefer"]);
    const own = memory.sequences.take(run, `${id} ${header}`, parsePrefer(header));
    const usual = server.usual(id, own.preferences, run);
    try {
      return await reply({ asked, id, values, query }, combine(own.preferences, usual.preferences), known);
    } catch (error) {
      own.giveBack();
      usual.giveBack();
      throw error;
    }
  }

  async function reply(
    request: Pick<Question<Id>, "asked" | "id" | "values" | "query">,
    preferences: Preferences,
    known: Known,
  ): Promise<Outcome> {
    const { id, values, query } = request;
    known.preferences = preferences;
    const { code } = preferences;
    const declared = declaredFor(server.operations[id], code);
    if (!declared) throw new Refusal(404, "The contract declares no answer with this status code.");
    known.declared = declared;
    // What the contract leaves open is not made up, even where it is asked for.
    const dynamic = preferences.dynamic === true && declared.specified;
    const example = dynamic ? undefined : (preferences.example ?? namedLike(values, declared) ?? first(declared));
    const { status, body } = await server.engine({
      asked: request.asked,
      id,
      values,
      query,
      declared,
      code,
      example,
      dynamic,
    });
    const inputs = id === "listJunkInbox" ? readInputs(query, server.names) : {};
    const open = [
      ...(declared.code === String(status) ? [] : ["status"]),
      ...(declared.specified ? [] : ["body"]),
      ...(inputs.unreadOnly === undefined ? [] : ["unreadOnly"]),
    ];
    const unspecified = { ...(open.length > 0 && { "mock-unspecified": open.join(", ") }) };
    const own = example !== undefined && declared.own.has(example);
    const source = dynamic ? "generated" : own ? "tester" : "contract";
    if (body === undefined || noContent.includes(status))
      return { status, body: undefined, source, headers: unspecified };
    known.example = example;
    return {
      status,
      body: id === "listJunkInbox" && example !== undefined ? cutPage(body, inputs) : body,
      source,
      headers: { "content-type": "application/json", ...unspecified },
    };
  }

  function tell({ method }: Asked, run: string, known: Known, outcome: Outcome): Told {
    const { target, place = nowhere, operation, preferences = {}, declared, example } = known;
    const { path = "", parameters = ["token"] } = server.operations[operation as Id] ?? {};
    const given = [...new Set(target?.query.keys())];
    const attempt = {
      at: new Date().toISOString(),
      run,
      method,
      path: pathOf(place),
      ...(operation && { operation }),
      parameters: parameters.filter((name) => given.includes(name) || path.includes(`{${name}}`)),
      undeclared: given.filter((name) => !parameters.includes(name)),
      preferences,
      source: outcome.source,
      status: outcome.status,
      ...(outcome.source !== "mock" && declared && { answer: declared.code }),
      ...(example !== undefined && { example }),
      ...(outcome.refusal && { refusal: outcome.refusal }),
      delivered: false,
    };
    return redacted({ attempt, place }, memory.find);
  }

  return async function answer(asked) {
    const header = asked.headers["mock-run"] ?? "";
    const run = text(header);
    const known: Known = {};
    const outcome = await choose(asked, run, known).catch(refused);
    const { delay = 0, fault: wanted } = outcome.source === "mock" ? {} : (known.preferences ?? {});
    // What has no content cannot break off in it.
    const fault = wanted !== "reset" && noContent.includes(outcome.status) ? undefined : wanted;
    const told = tell(asked, run, known, outcome);
    const { attempt } = told;
    const delivered = memory.journal.record(run, told);
    return {
      status: outcome.status,
      headers: {
        ...outcome.headers,
        "mock-source": outcome.source,
        ...(known.operation && { "mock-operation": known.operation }),
        ...(known.example !== undefined && { "mock-example": encodeURIComponent(known.example) }),
        ...(fault && { "mock-fault": fault }),
        ...(fault === "garbage" && { "content-type": "application/json" }),
        ...(run && { "mock-run": attempt.run === run ? String(header) : attempt.run }),
      },
      body: outcome.body === undefined ? "" : JSON.stringify(outcome.body),
      delay,
      fault,
      attempt,
      delivered,
    };
  };
}

function refused(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw error;
  return {
    status: error.status,
    body: problem(error),
    source: "mock",
    headers: { ...error.headers, "content-type": "application/problem+json" },
    refusal: error.message,
  };
}

// RFC 9110: none of these has content.
const noContent = [204, 205, 304];

const nowhere: Place = { template: "", values: {} };

const first = ({ examples }: DeclaredAnswer) => examples.keys().next().value;

/** The example that is named like a value in the path: the answer to that value. */
const namedLike = (values: Readonly<Record<string, string>>, { examples }: DeclaredAnswer) =>
  Object.values(values).find((value) => examples.has(value));

/** A header as it was meant: servers read UTF-8 byte by byte. */
function text(header: string | string[] = ""): string {
  const raw = String(header);
  if (!/[^ -~]/.test(raw)) return raw;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(raw, (byte) => byte.charCodeAt(0)));
  } catch {
    return raw;
  }
}
