import { asObject, marksOf, pathOperations, type ResponseObject } from "../../contract.ts";
import { guessMessageOf, type LintProblem, type Rule } from "../rule.ts";

/** If status codes are unknown, there is `2XX` for success and `default` for failure. */
export default ((contract) =>
  pathOperations(contract).flatMap(({ keys, unresolved, operation: { responses } }) => {
    const success = findMarkId("-success-status", Object.values(responses));
    // If failures are unknown for all operations, more may still be known of one.
    const isShared = "$ref" in asObject(asObject(unresolved["responses"])["default"]);
    const failure = isShared ? undefined : findMarkId("-status-codes", [responses["default"]]);
    return Object.keys(responses).flatMap((status): LintProblem[] => {
      const [id, allowedStatus] = /^2/.test(status) ? [success, "2XX"] : [failure, "default"];
      if (id === undefined || status === allowedStatus) return [];
      return [{ message: guessMessageOf(status, id), path: [...keys, "responses", status] }];
    });
  })) satisfies Rule;

const findMarkId = (ending: string, responses: (ResponseObject | undefined)[]): string | undefined =>
  responses.flatMap((response) => marksOf(response).map(([id]) => id)).find((id) => id.endsWith(ending));
