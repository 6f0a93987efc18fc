import { setTimeout as wait } from "node:timers/promises";
import { relayTypes, type VerifiableContract } from "../contract.ts";
import type { ExchangeFinding } from "../findings.ts";
import type { Options } from "../options.ts";
import { findListedTexts } from "../rules.ts";
import type { Exchange } from "../traffic/exchange.ts";
import type { Verification } from "../verification.ts";
import { canSend, type PlannedRequest, type PlanOptions, planRequests } from "./plan.ts";
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
  const { signal, maxRequests, pauseMs, values } = options;
  const { requests, obstacles } = planRequests(contract, options);
  verification.skip(obstacles);

  let [sentCount, failureCount, failuresInARow] = [0, 0, 0];
  for (let request = requests.shift(); request; request = requests.shift()) {
    const { id, method, path } = request.operation;
    if (!canSend(contract, options, request)) {
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
    if (request.probe) verification.addFinding(createProbeFinding(request, exchange));
    else verification.add(exchange);
    if (id === relayTypes.list && !values[relayTypes.name]) {
      const typeValues = { ...values, [relayTypes.name]: findRelayTypes(exchange) };
      const { requests: plannedRequests } = planRequests(contract, { ...options, values: typeValues });
      requests.unshift(...plannedRequests.filter(({ operation }) => operation.id === relayTypes.operation));
    }
  }
  return failureCount > 0 ? `${failureCount} of ${sentCount} requests got no complete response.` : "";
}

/** Finds the relay types in a response, 20 at most: texts in any list, since the shape of the response is unknown. */
function findRelayTypes({ status, responseBody: { content } }: Exchange): string[] {
  const texts = status < 300 && "value" in content ? findListedTexts(content.value) : [];
  return [...new Set(texts)].filter((type) => /^[\w.-]{1,64}$/.test(type)).slice(0, 20);
}

/** Creates the finding of a probe: a contradiction if it succeeds although the token is required, else a new fact. */
function createProbeFinding({ operation, probe }: PlannedRequest, { status }: Exchange): ExchangeFinding {
  const isDocumented = operation.known === "documented";
  const isAccepted = status >= 200 && status < 300;
  return {
    kind: isAccepted && isDocumented ? "contradiction" : "new",
    operation: operation.id,
    place: "token",
    pointer: "",
    contract: isDocumented ? "required" : "unknown whether it is required",
    seen: `${status} ${probe}`,
  };
}
