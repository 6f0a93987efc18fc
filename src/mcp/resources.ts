import type { JsonObject } from "../openapi/json.ts";
import { readGuides } from "./guides.ts";

/** A text that a host can attach to a conversation. For hosts without resources, tools return the same texts. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  read(): string;
}

/** Creates the resources: the contract and the guides. */
export function createResources(contract: JsonObject): Resource[] {
  const guides = [...readGuides()].map(([name, text]) => ({
    uri: `phone-agent-api://guides/${name}`,
    name,
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    mimeType: "text/markdown",
    read: () => text,
  }));
  const document = {
    uri: "phone-agent-api://openapi.json",
    name: "openapi.json",
    title: "The contract, as OpenAPI 3.1",
    mimeType: "application/json",
    read: () => JSON.stringify(contract),
  };
  return [document, ...guides];
}
