import { bodyFacts, documentedOperations, marksOf } from "../../contract.ts";
import { contradicts, type Finding, type Rule } from "../rule.ts";

/** Where codes are unknown there is `2XX` for success and `default` for failure, and an error of any shape. */
export const noGuessedStatus: Rule = (contract) => {
  const whole = new Set(marksOf(contract).map(([id]) => id));
  return documentedOperations(contract).flatMap(({ path, method, operation }) => {
    const marks = Object.values(operation.responses).flatMap((response) => marksOf(response).map(([id]) => id));
    const open = marks.find((id) => id.endsWith("-success-status"));
    return Object.entries(operation.responses).flatMap(([status, response]): Finding[] => {
      const success = /^2/.test(status);
      const [shape] = bodyFacts(response);
      const messages = [
        success && open && status !== "2XX" && contradicts(status, open),
        !success &&
          status !== "default" &&
          whole.has("failure-status-codes") &&
          contradicts(status, "failure-status-codes"),
        !success && shape && whole.has("error-shape") && contradicts(shape, "error-shape"),
      ];
      const at = ["paths", path, method.toLowerCase(), "responses", status];
      return messages.flatMap((message) => (message ? [{ message, path: at }] : []));
    });
  });
};
