import type { fixtures } from "../../generated/fixtures.ts";
import type { OperationId, Operations } from "../../generated/operations.ts";
import type { Fault, Preferences } from "./prefer.ts";

/**
 * What one operation does next. Steps without `times` last until the next such step; steps with it come first, in the
 * order in which they were added.
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
 * The behaviours of all operations, and what holds for the next request of one.
 * @param bodies Takes the bodies that the user gives, by the names under which they are preferred.
 */
export function behaviours(ids: readonly OperationId[], bodies: Map<string, unknown>) {
  const each = new Map(ids.map((id) => [id, behaviour(bodies)]));
  return {
    on: Object.fromEntries([...each].map(([id, { on }]) => [id, on])) as unknown as Behaviours,
    next: (id: OperationId): Preferences => each.get(id)?.next() ?? {},
    reset(): void {
      for (const { reset } of each.values()) reset();
    },
  };
}

function behaviour(bodies: Map<string, unknown>) {
  let counted: { step: Preferences; left: number }[] = [];
  let usual: Preferences = {};
  let delay: Preferences = {};

  function add(step: Preferences, times?: number) {
    if (times === undefined) usual = step;
    else counted.push({ step, left: times });
    return on;
  }
  const on: Behaviour<string, unknown> = {
    reply: (example, times) => add({ example }, times),
    replyWith(body, times) {
      const example = `own ${bodies.size + 1}`;
      bodies.set(example, body);
      return add({ example }, times);
    },
    fail: (how, times) => add(typeof how === "number" ? { code: how } : { fault: how }, times),
    delay(milliseconds) {
      delay = { delay: milliseconds };
      return on;
    },
  };
  return {
    on,
    next(): Preferences {
      const [first] = counted;
      if (first && --first.left <= 0) counted.shift();
      return { ...delay, ...(first?.step ?? usual) };
    },
    reset() {
      counted = [];
      usual = {};
      delay = {};
    },
  };
}
