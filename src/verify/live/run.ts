import { setTimeout as wait } from "node:timers/promises";
import { relayTypes, type VerifiableContract } from "../contract.ts";
import type { ExchangeFinding } from "../findings.ts";
import type { Options } from "../options.ts";
import type { Exchange } from "../traffic/exchange.ts";
import type { Verification } from "../verification.ts";
import { createRequestCheck, isProbe, type PlannedRequest, type PlanOptions, planRequests } from "./plan.ts";
import { sendPlanned, type TargetService } from "./send.ts";

/** The options of a run. */
type RunOptions = PlanOptions & TargetService & Pick<Options, "pauseMs" | "maxRequests">;

/**
 * Sends the planned requests one after the other, each once, and adds their responses to the verification. Stops after
 * two failures in a row. Resolves to a sentence that says why the run is incomplete; empty if it's complete.
 */
export async function runLive(
  contract: VerifiableContract,
  options: RunOptions,
  verification: Omit<Verification, "result">,
  progress: (line: string) => void,
): Promise<string> {
  const { signal, maxRequests, pauseMs } = options;
  const isAllowed = createRequestCheck(contract, options);
  const { requests, skippedOperations } = planRequests(contract, options);
  for (const { id, obstacle } of skippedOperations) verification.skip(id, obstacle);

  let [sentCount, failureCount, failuresInARow] = [0, 0, 0];
  for (let request = requests.shift(); request; request = requests.shift()) {
    const { id, method, path } = request.operation;
    if (!isAllowed(request)) {
      const reason = "not sent, since its value would reach something else";
      progress(`${method} ${path}: ${reason}.`);
      verification.addFailure(id, reason);
      continue;
    }
    if (sentCount === maxRequests) return `Stopped after --max-requests ${maxRequests}.`;
    if (sentCount > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return "Interrupted.";
    sentCount++;
    const exchange = await sendPlanned(request, sentCount, options);
    if (signal.aborted) return "Interrupted.";
    if (typeof exchange === "string") {
      progress(`${method} ${path}: ${exchange}`);
      verification.addFailure(id, exchange.replace(/\.$/, ""));
      failureCount++;
      failuresInARow++;
      // After one failure, the operation may be slow or broken; after two in a row, the service is.
      if (failuresInARow === 2) return `The service can't be reached. ${exchange} Check --base-url and the network.`;
      continue;
    }
    failuresInARow = 0;
    progress(`${method} ${path}: ${exchange.status}`);
    if (isProbe(request)) verification.addFinding(createProbeFinding(request, exchange));
    else {
      verification.add(exchange);
      if (id === relayTypes.list && !options.values[relayTypes.name]) {
        const values = { ...options.values, [relayTypes.name]: findRelayTypes(exchange) };
        const { requests: plannedRequests } = planRequests(contract, { ...options, values });
        const typeRequests = plannedRequests.filter(({ operation }) => operation.id === relayTypes.operation);
        if (typeRequests.length > 0) verification.skip(relayTypes.operation, undefined);
        requests.unshift(...typeRequests);
      }
    }
  }
  return failureCount > 0 ? `${failureCount} of ${sentCount} requests got no complete response.` : "";
}

const maxTypes = 20;

/**
 * Finds the relay types in a response, `maxTypes` at most: the items of any array of strings, since the shape of the
 * list is unknown.
 */
function findRelayTypes({ status, responseBody: { content } }: Exchange): string[] {
  const search = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? value : Object.values(value).flatMap(search);
  };
  const types = status < 300 && "value" in content ? search(content.value) : [];
  return [...new Set(types)].filter((type) => /^[\w.-]{1,64}$/.test(type)).slice(0, maxTypes);
}

/** Creates the finding of a probe: a contradiction if it succeeds although the token is required, else a new fact. */
function createProbeFinding({ operation, token }: PlannedRequest, { status }: Exchange): ExchangeFinding {
  const { id } = operation;
  const isDocumented = operation.known === "documented";
  const isAccepted = status >= 200 && status < 300;
  return {
    kind: isAccepted && isDocumented ? "contradiction" : "new",
    operation: id,
    place: "token",
    pointer: "",
    contract: isDocumented ? "required" : "unknown whether it is required",
    seen: `${status} ${token === "absent" ? "without a token" : "with a wrong token"}`,
  };
}
