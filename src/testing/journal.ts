import type { Preferences } from "./prefer.ts";
import type { Operation } from "./surface.ts";

/**
 * Where an answer comes from. `contract`: what the contract says, as far as it says anything. `generated`: made up from
 * the schema, because it was asked for. `mock`: a refusal of the mock itself.
 */
export type Source = "contract" | "generated" | "mock";

/** One request, and what it got. It holds no token. */
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
}

/** How often each part of an operation was used. */
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

/** Keeps the latest attempts, and counts what they have covered. */
export function journal() {
  let attempts: Attempt[] = [];
  const counts = new Map<string, number>();
  return {
    record(attempt: Attempt): void {
      attempts.push(attempt);
      if (attempts.length >= 2 * most) attempts = attempts.slice(-most);
      count(counts, attempt);
    },
    /** The attempts of a run, or of all. A token may have been seen only after what gives it away: look again. */
    attempts(redact: (text: string) => string, run?: string): readonly Attempt[] {
      const asked = attempts.filter((attempt) => run === undefined || attempt.run === run).slice(-most);
      const look = (_: string, value: unknown) => (typeof value === "string" ? redact(value) : value);
      return JSON.parse(JSON.stringify(asked), look) as Attempt[];
    },
    /** What has been covered since the start; of one run, by the attempts that are kept. */
    coverage(operations: Readonly<Record<string, Operation>>, run?: string): Coverage {
      if (run === undefined) return report(operations, counts);
      const own = new Map<string, number>();
      for (const attempt of attempts) if (attempt.run === run) count(own, attempt);
      return report(operations, own);
    },
    /** Forgets the attempts of a run. Without a run everything is forgotten, what is covered included. */
    reset(run?: string): void {
      attempts = run === undefined ? [] : attempts.filter((attempt) => attempt.run !== run);
      if (run === undefined) counts.clear();
    },
  };
}

// JSON keeps the parts of a key apart, whatever they hold.
const key = (...parts: (string | undefined)[]) => JSON.stringify(parts);

/** Counts what an attempt has covered. A refused one covers nothing. */
function count(counts: Map<string, number>, attempt: Attempt): void {
  if (attempt.source === "mock") return;
  for (const what of covered(attempt)) counts.set(what, (counts.get(what) ?? 0) + 1);
}

function covered({ operation, parameters, example, answer }: Attempt): string[] {
  return [
    key(operation),
    ...parameters.map((name) => key(operation, "parameter", name)),
    key(operation, "example", example),
    key(operation, "answer", answer),
  ];
}

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
