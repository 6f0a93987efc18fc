import { createContext, Script } from "node:vm";

const script = new Script("run()");
// A new one takes a millisecond.
const context = createContext();

/**
 * Runs a function for a second at most. A pattern can match a text in so many ways that its search
 * takes forever (ReDoS), and nothing else can end it.
 * @returns `undefined` if the time is up.
 */
export function runWithinSecond<Result extends boolean>(run: () => Result): Result | undefined {
  context["run"] = run;
  try {
    return script.runInContext(context, { timeout: 1_000 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    return undefined;
  }
}
