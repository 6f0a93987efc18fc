import type { Preferences } from "./prefer.ts";
import { type Place, pathOf, redact, redactPlace } from "./redact.ts";
import { type Find, secrets } from "./secrets.ts";
import { bounded } from "./sequences.ts";
import type { Operation } from "./surface.ts";

/**
 * Where an answer comes from. `contract`: what the contract says, as far as it says anything. `tester`: an example or a
 * body of the tester's own. `generated`: made up from the schema, because it was asked for. `mock`: a refusal of the mock
 * itself.
 */
export type Source = "contract" | "tester" | "generated" | "mock";

/** One request, and what was chosen for it. It holds no token. */
export interface Attempt {
  /** When it came, in ISO 8601. */
  readonly at: string;
  /** The test run that its header `Mock-Run` names; empty without one. */
  readonly run: string;
  readonly method: string;
  /** The path; empty where it could not be read. */
  readonly path: string;
  /** The id of the operation, where one was found. */
  readonly operation?: string;
  /** The parameters of the contract that it gave, by name. */
  readonly parameters: readonly string[];
  /** The query parameters that it gave beside them, by name. */
  readonly undeclared: readonly string[];
  /** What was preferred for its answer. */
  readonly preferences: Preferences;
  readonly source: Source;
  readonly status: number;
  /** The code under which the contract declares this answer. */
  readonly answer?: string;
  readonly example?: string;
  /** Why the mock refused it. */
  readonly refusal?: string;
  /** Whether the answer has gone out whole: not before its delay, not with a fault, and not to a client that has left. */
  readonly delivered: boolean;
}

/** How often each part of an operation was used. Examples and answers count where they were delivered. */
export interface OperationCoverage {
  calls: number;
  parameters: Record<string, number>;
  examples: Record<string, number>;
  /** By the code that the contract has. */
  answers: Record<string, number>;
}

export interface Coverage {
  operations: Record<string, OperationCoverage>;
  /** The operations that nobody has called. */
  untouched: string[];
}

const most = 5000;
// To look through the attempts for one secret at a time would take longer than all else.
const secretsAtOnce = 1000;

/** An attempt, and its path as the contract has it. */
export interface Told {
  attempt: Attempt;
  place: Place;
}

/** Keeps the latest attempts, and counts what they have covered. */
export function journal() {
  /** With the run's name as it came: in the attempt it may be redacted. */
  let kept: (Told & { run: string })[] = [];
  let counts = new Map<string, number>();
  const ofRuns = new Map<string, Map<string, number>>();
  let late: string[] = [];
  const hideLate = () => {
    const { add, find } = secrets();
    late.forEach(add);
    if (late.length > 0) for (const one of kept) Object.assign(one, redacted(one, find));
    late = [];
  };
  return {
    /** Returns what is to be called when the answer has gone out whole. */
    record(run: string, { attempt, place }: Told): () => void {
      const one = { run, attempt, place };
      kept.push(one);
      if (kept.length >= 2 * most) kept = kept.slice(-most);
      const all = [counts, bounded(ofRuns, run, () => new Map())];
      count(all, attempt, called(attempt));
      return () => {
        Object.assign(one.attempt, { delivered: true });
        count(all, attempt, received(attempt));
      };
    },
    /** Hides what is known as a secret only now. */
    hide(secret: string): void {
      if (late.push(secret) >= secretsAtOnce) hideLate();
    },
    /** The attempts of a run, or of all. */
    attempts(run?: string): readonly Attempt[] {
      hideLate();
      const asked = kept.filter((one) => run === undefined || one.run === run).slice(-most);
      return structuredClone(asked.map(({ attempt }) => attempt));
    },
    /** What has been covered since the start, by all runs or by one. */
    coverage(operations: Readonly<Record<string, Operation>>, run?: string): Coverage {
      return report(operations, run === undefined ? counts : (ofRuns.get(run) ?? new Map()));
    },
    /** Forgets the attempts of a run, and what it has covered. Without a run everything is forgotten. */
    reset(run?: string): void {
      kept = run === undefined ? [] : kept.filter((one) => one.run !== run);
      if (run === undefined) {
        ofRuns.clear();
        // What is still on its way counts for the map of its time.
        counts = new Map();
      } else ofRuns.delete(run);
    },
  };
}

/** An attempt without the secrets that the request may have put into it. What the mock says of it stays. */
export function redacted({ attempt, place }: Told, find: Find): Told {
  const { run, undeclared, preferences } = attempt;
  const { example } = preferences;
  const bare = redactPlace(place, find);
  if (bare === place && run === "" && undeclared.length === 0 && example === undefined) return { attempt, place };
  return {
    attempt: {
      ...attempt,
      run: redact(run, find),
      path: pathOf(bare),
      undeclared: undeclared.map((name) => redact(name, find)),
      preferences: example === undefined ? preferences : { ...preferences, example: redact(example, find) },
    },
    place: bare,
  };
}

// JSON keeps the parts of a key apart, whatever they hold.
const key = (...parts: (string | undefined)[]) => JSON.stringify(parts);

/** Counts what an attempt has covered. A refused one covers nothing. */
function count(all: Map<string, number>[], { source }: Attempt, covered: string[]): void {
  if (source === "mock") return;
  for (const what of covered) for (const counts of all) counts.set(what, (counts.get(what) ?? 0) + 1);
}

const called = ({ operation, parameters }: Attempt) => [
  key(operation),
  ...parameters.map((name) => key(operation, "parameter", name)),
];
const received = ({ operation, example, answer }: Attempt) => [
  key(operation, "example", example),
  key(operation, "answer", answer),
];

function report(operations: Readonly<Record<string, Operation>>, counts: ReadonlyMap<string, number>): Coverage {
  const times = (...parts: string[]) => counts.get(key(...parts)) ?? 0;
  const each = (id: string, kind: string, names: Iterable<string>) =>
    Object.fromEntries([...names].map((name) => [name, times(id, kind, name)]));
  const covered = Object.entries(operations).map(([id, { parameters, answers }]) => {
    const examples = answers.flatMap((answer) => [...answer.examples.keys()]);
    const codes = answers.map(({ code }) => code);
    return [
      id,
      {
        calls: times(id),
        parameters: each(id, "parameter", parameters),
        examples: each(id, "example", examples),
        answers: each(id, "answer", codes),
      },
    ] as const;
  });
  return {
    operations: Object.fromEntries(covered),
    untouched: covered.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
