import type { JsonObject } from "../openapi/json.ts";
import { readGuides } from "./contract.ts";

/** A text that a host can attach to a conversation. Tools return the same texts to agents whose hosts offer none. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  read(): string;
}

/** The contract and the guides. */
export function resources(contract: JsonObject): Resource[] {
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
