import type { JunkInboxInputNames } from "../options.ts";
import type { Answered, Asked, Question, Reply } from "./exchange.ts";
import { type Attempt, journal, type Source } from "./journal.ts";
import { matcher } from "./match.ts";
import { cutPage, readInputs } from "./pages.ts";
import { type Preferences, parsePrefer } from "./prefer.ts";
import { redactor } from "./redact.ts";
import { problem, Refusal } from "./refusal.ts";
import { sequences } from "./sequences.ts";
import { type DeclaredAnswer, declaredFor, type Operation } from "./surface.ts";
import { readTarget, type Target } from "./target.ts";

export interface Server<Id extends string> {
  readonly operations: Readonly<Record<Id, Operation>>;
  /** Holds a request against the contract, and gives the answer or throws a refusal. */
  readonly engine: (question: Question<Id>) => Reply | Promise<Reply>;
  /** What holds for an operation where the request prefers nothing else. */
  readonly usual: (id: Id) => Preferences;
  readonly names: JunkInboxInputNames;
}

/** How much of a body is read, in characters. */
export const longestBody = 1_000_000;

/** What outlives a request. */
export const createMemory = () => ({ journal: journal(), sequences: sequences(), redactor: redactor() });
export type Memory = ReturnType<typeof createMemory>;

/** What is known of a request so far. Of a refused one it is less. */
interface Known {
  target?: Target;
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
    const tokens = query.getAll("token");
    tokens.forEach(memory.redactor.learn);
    const { id, values } = match(asked.method, segments);
    known.operation = id;
    if (tokens.length > 1) throw new Refusal(400, "The token is given more than once.");
    if (asked.body.length > longestBody) throw new Refusal(413, "The body is longer than a million characters.");
    const preferences = prefer(id, run, one(asked.headers["prefer"]));
    known.preferences = preferences;
    const { code } = preferences;
    const declared = declaredFor(server.operations[id], code);
    if (!declared) throw new Refusal(404, "The contract declares no answer with this status code.");
    known.declared = declared;
    // What the contract leaves open is not made up, even where it is asked for.
    const dynamic = preferences.dynamic === true && declared.specified;
    const example = dynamic ? undefined : (preferences.example ?? namedLike(values, declared) ?? first(declared));
    const reply = await server.engine({ asked, id, values, query, declared, code, example, dynamic });
    const inputs = id === "listJunkInbox" ? readInputs(query, server.names) : {};
    known.example = example;
    const open = [
      ...(declared.code === String(reply.status) ? [] : ["status"]),
      ...(declared.specified ? [] : ["body"]),
      ...(inputs.unreadOnly === undefined ? [] : ["unreadOnly"]),
    ];
    return {
      status: reply.status,
      body: id === "listJunkInbox" && example !== undefined ? cutPage(reply.body, inputs) : reply.body,
      source: dynamic ? "generated" : "contract",
      headers: {
        ...(reply.body !== undefined && { "content-type": "application/json" }),
        ...(open.length > 0 && { "mock-unspecified": open.join(", ") }),
      },
    };
  }

  function prefer(id: Id, run: string, header: string): Preferences {
    const own = memory.sequences.take(run, `${id} ${header}`, parsePrefer(header));
    return { ...memory.sequences.take(run, id, server.usual(id)), ...own };
  }

  function attempt({ method }: Asked, run: string, known: Known, outcome: Outcome): Attempt {
    const { redact } = memory.redactor;
    const { target, operation, preferences = {}, declared, example } = known;
    const { path = "", parameters = ["token"] } = server.operations[operation as Id] ?? {};
    const given = [...new Set(target?.query.keys())];
    return {
      at: new Date().toISOString(),
      run: redact(run),
      method,
      path: target ? redact(`/${target.segments.join("/")}`) : "",
      ...(operation && { operation }),
      parameters: parameters.filter((name) => given.includes(name) || path.includes(`{${name}}`)),
      undeclared: given.filter((name) => !parameters.includes(name)).map(redact),
      preferences: { ...preferences, ...(preferences.example && { example: redact(preferences.example) }) },
      source: outcome.source,
      status: outcome.status,
      ...(outcome.source !== "mock" && declared && { answer: declared.code }),
      ...(example !== undefined && { example }),
      ...(outcome.refusal && { refusal: outcome.refusal }),
    };
  }

  return async function answer(asked) {
    const run = one(asked.headers["mock-run"]);
    const known: Known = {};
    const outcome = await choose(asked, run, known).catch(refused);
    const { delay = 0, fault } = outcome.source === "mock" ? {} : (known.preferences ?? {});
    const told = attempt(asked, run, known, outcome);
    memory.journal.record(told);
    return {
      status: outcome.status,
      headers: {
        ...outcome.headers,
        "mock-source": outcome.source,
        ...(known.operation && { "mock-operation": known.operation }),
        ...(known.example !== undefined && { "mock-example": encodeURIComponent(known.example) }),
        ...(fault && { "mock-fault": fault }),
        ...(run && { "mock-run": run }),
      },
      body: outcome.body === undefined ? "" : JSON.stringify(outcome.body),
      delay,
      fault,
      attempt: told,
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

const first = ({ examples }: DeclaredAnswer) => examples.keys().next().value;

/** The example that is named like a value in the path: the answer to that value. */
const namedLike = (values: Readonly<Record<string, string>>, { examples }: DeclaredAnswer) =>
  Object.values(values).find((value) => examples.has(value));

const one = (header: string | string[] | undefined): string => String(header ?? "");
