import type { Contract } from "../../scripts/contract.ts";
import { initialContract } from "../learn/contract.ts";

/**
 * A copy of the contract as it was when five operations were known, with one thing changed. Mechanisms are tested on it:
 * what becomes known since breaks no such test.
 */
export function contractWith(edit: (contract: Contract) => void): Contract {
  const contract = structuredClone(initialContract());
  edit(contract);
  return contract;
}

/** The object at a path of keys; a test that loses its way fails here. */
export function at(node: unknown, ...path: (string | number)[]): Record<string, unknown> {
  const found = path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    node,
  );
  if (typeof found !== "object" || found === null) throw new Error(`Nothing stands at ${path.join("/")}.`);
  return found as Record<string, unknown>;
}

export const tokens = ["paths", "/api/v2/tokens", "get"] as const;
export const junkInbox = ["paths", "/api/v2/junkConversations", "get"] as const;
export const relay = ["paths", "/api/v2/webhookRelay/{type}", "get"] as const;
export const token = ["components", "schemas", "Token", "properties"] as const;
export const relayConfig = ["components", "schemas", "WebhookRelayConfig", "properties"] as const;
