import { validators } from "phone-agent-api/validate";
import { parsePointer } from "../openapi/pointer.ts";
import { mask } from "./redact.ts";
import { createTokenTest } from "./token-test.ts";

/** More places say no more about what is wrong. */
const maxPlaces = 20;
const maxNameLength = 100;

/**
 * Creates the function that names the places at which a response contradicts the contract, each once for all items of a
 * list; empty if there are none.
 */
export function createContradictionWriter(id: string, token: string) {
  const containsToken = createTokenTest(token);
  const nameOf = (key: string) => (containsToken(key) ? mask : key.slice(0, maxNameLength));
  const placeOf = (pointer: string) =>
    parsePointer(pointer)
      .map((key) => (/^\d+$/.test(key) ? "[]" : `.${nameOf(key)}`))
      .join("")
      .replace(/^\./, "") || "the response";

  return (response: unknown): string => {
    const findings = validators(id, response).filter(({ kind }) => kind === "contradiction");
    const places = [...new Set(findings.map(({ pointer, message }) => `${placeOf(pointer)} ${message}`))];
    if (places.length === 0) return "";
    const remainder = places.length > maxPlaces ? `; and ${places.length - maxPlaces} more` : "";
    return `The response contradicts the contract: ${places.slice(0, maxPlaces).join("; ")}${remainder}.`;
  };
}
