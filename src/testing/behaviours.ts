import { fixtures } from "../../generated/fixtures.ts";
import type { OperationId, Operations } from "../../generated/operations.ts";
import { applies, type Fault, faults, type Preferences } from "./prefer.ts";
import { lasting, type Taken } from "./sequences.ts";

/**
 * What one operation does next. Steps without `times` last until the next such step; steps with it come first, in the
 * order in which they were added. A mistake in an argument is a `TypeError`.
 */
export interface Behaviour<Example extends string, Body> {
  /** Answers with a named example of the contract. */
  reply(example: Example, times?: number): this;
  /** Answers with a body of your own. */
  replyWith(body: Body, times?: number): this;
  /** Fails on the wire, or with a status code of 300 to 599 and no body that means anything. */
  fail(how: Fault | number, times?: number): this;
  /** Waits before each answer, in milliseconds. */
  delay(milliseconds: number): this;
}

export type Behaviours = {
  readonly [Id in OperationId]: Behaviour<
    Extract<keyof (typeof fixtures)[Id], string>,
    Awaited<ReturnType<Operations<never>[Id]>>
  >;
};

/**
 * The behaviours of all operations, and what holds for the next request of one beside what it prefers itself.
 * @param bodies Takes the bodies that the user gives, by the names under which they are preferred.
 */
export function behaviours(ids: readonly OperationId[], bodies: Map<string, unknown>) {
  const each = new Map(ids.map((id) => [id, behaviour(Object.keys(fixtures[id]), bodies)]));
  return {
    on: Object.fromEntries([...each].map(([id, { on }]) => [id, on])) as unknown as Behaviours,
    next: (id: OperationId, own: Preferences): Taken => each.get(id)?.next(own) ?? lasting({}),
    reset(): void {
      bodies.clear();
      for (const { reset } of each.values()) reset();
    },
  };
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new TypeError(otherwise);
}

function behaviour(examples: readonly string[], bodies: Map<string, unknown>) {
  let counted: { step: Preferences; left: number }[] = [];
  let usual: Preferences = {};
  let delay: Preferences = {};

  function add(step: Preferences, times?: number) {
    check(times === undefined || (Number.isInteger(times) && times > 0), "times is a whole number from 1.");
    if (times === undefined) usual = step;
    else counted.push({ step, left: times });
    return on;
  }
  const on: Behaviour<string, unknown> = {
    reply(example, times) {
      check(examples.includes(example), `There is no such example. There are: ${examples.join(", ") || "none"}.`);
      return add({ example }, times);
    },
    replyWith(body, times) {
      const example = `own-${bodies.size + 1}`;
      bodies.set(example, body);
      return add({ example }, times);
    },
    fail(how, times) {
      if (typeof how === "number") {
        check(Number.isInteger(how) && how >= 300 && how <= 599, "A status code of a failure is 300 to 599.");
        return add({ code: how }, times);
      }
      check(faults.includes(how), `A fault is one of ${faults.join(", ")}.`);
      return add({ fault: how }, times);
    },
    delay(milliseconds) {
      const number = typeof milliseconds === "number" && milliseconds >= 0 && milliseconds <= 600_000;
      check(number, "A delay is a number of milliseconds, 0 to 600,000.");
      delay = { delay: milliseconds };
      return on;
    },
  };
  return {
    on,
    next(own: Preferences): Taken {
      const due = counted.find(({ left }) => left > 0);
      const first = due && applies(due.step, own) ? due : undefined;
      if (first) first.left--;
      return { preferences: { ...delay, ...(first?.step ?? usual) }, giveBack: () => first && first.left++ };
    },
    reset() {
      counted = [];
      usual = {};
      delay = {};
    },
  };
}
