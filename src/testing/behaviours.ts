import { fixtures } from "../../generated/fixtures.ts";
import type { OperationId, Operations } from "../../generated/operations.ts";
import { type Fault, faults } from "../core/faults.ts";
import { applies, type Preferences, type Step } from "../core/preferences.ts";
import { type Claim, uncounted } from "../core/sequences.ts";

/**
 * What one operation does next. Steps without `times` last until the next such step; steps with it come first, in the
 * order in which they were added. An invalid argument throws a `TypeError`.
 */
export interface Behaviour<Example extends string, Body> {
  /** Responds with a named example of the contract. */
  reply(example: Example, times?: number): this;
  /** Responds with a body of your own. */
  replyWith(body: Body, times?: number): this;
  /** Fails on the wire, or with a status code of 300 to 599 and a meaningless body. */
  fail(how: Fault | number, times?: number): this;
  /** Waits before each response, in milliseconds. */
  delay(milliseconds: number): this;
}

export type Behaviours = {
  readonly [Id in OperationId]: Behaviour<
    Extract<keyof (typeof fixtures)[Id], string>,
    Awaited<ReturnType<Operations<never>[Id]>>
  >;
};

/** The behaviours of all operations, and what applies to the next request for one besides its own preferences. */
export function createBehaviours(ids: readonly OperationId[]) {
  const each = new Map(ids.map((id) => [id, createBehaviour(Object.keys(fixtures[id]))]));
  return {
    on: Object.fromEntries([...each].map(([id, { on }]) => [id, on])) as unknown as Behaviours,
    next: ({ id }: { id: OperationId }, own: Preferences): Claim => each.get(id)?.next(own) ?? uncounted({}),
    reset(): void {
      for (const { reset } of each.values()) reset();
    },
  };
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new TypeError(otherwise);
}

function createBehaviour(examples: readonly string[]) {
  let counted: { step: Step; left: number }[] = [];
  let lasting: Step = {};
  let delay: Step = {};

  function add(step: Step, times?: number) {
    check(times === undefined || (Number.isInteger(times) && times > 0), "times must be an integer from 1.");
    if (times === undefined) lasting = step;
    else counted.push({ step, left: times });
    return on;
  }
  const on: Behaviour<string, unknown> = {
    reply(example, times) {
      check(examples.includes(example), `Unknown example. Known: ${examples.join(", ") || "none"}.`);
      return add({ example }, times);
    },
    replyWith(body, times) {
      return add({ reply: { body } }, times);
    },
    fail(how, times) {
      if (typeof how === "number") {
        check(Number.isInteger(how) && how >= 300 && how <= 599, "The status code of a failure must be 300 to 599.");
        return add({ code: how }, times);
      }
      check(faults.includes(how), `A fault must be one of ${faults.join(", ")}.`);
      return add({ fault: how }, times);
    },
    delay(milliseconds) {
      const valid = typeof milliseconds === "number" && milliseconds >= 0 && milliseconds <= 600_000;
      check(valid, "A delay must be a number of milliseconds, 0 to 600,000.");
      delay = { delay: milliseconds };
      return on;
    },
  };
  return {
    on,
    next(own: Preferences): Claim {
      const first = counted.find(({ left }) => left > 0);
      const due = first && applies(first.step, own) ? first : undefined;
      if (due) due.left--;
      return { step: { ...delay, ...(due?.step ?? lasting) }, release: () => due && due.left++ };
    },
    reset() {
      counted = [];
      lasting = {};
      delay = {};
    },
  };
}
