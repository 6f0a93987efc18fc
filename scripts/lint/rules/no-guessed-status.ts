import { documentedOperations } from "../../contract.ts";
import { marks, shapeOf, stands } from "./marks.ts";
import type { Finding, Rule } from "./rule.ts";

/** Where codes are not shown there is `2XX` for success and `default` for failure, and an error of any shape. */
export const noGuessedStatus: Rule = (contract) => {
  const whole = marks(contract);
  return documentedOperations(contract).flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).flatMap(([status, answer]): Finding[] => {
      const open = Object.values(operation.responses)
        .flatMap((each) => Object.keys(marks(each)))
        .find((id) => id.endsWith("-success-status"));
      const [shape] = shapeOf(answer);
      const success = /^2/.test(status);
      const messages = [
        success && open && status !== "2XX" && stands(status, open),
        !success && status !== "default" && "failure-status-codes" in whole && stands(status, "failure-status-codes"),
        !success && shape && "error-shape" in whole && stands(shape, "error-shape"),
      ];
      const at = ["paths", path, method.toLowerCase(), "responses", status];
      return messages.flatMap((message) => (message ? [{ message, path: at }] : []));
    }),
  );
};
