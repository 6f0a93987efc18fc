import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../openapi/json.ts";

/**
 * A text that a host can attach to a conversation. For other hosts, tools read the same documents.
 */
export type Resource = Readonly<ReturnType<typeof createContractResource>>;

export const createContractResource = (contract: JsonObject) => ({
  uri: "phone-agent-api://openapi.json",
  name: "openapi.json",
  title: "The contract, as OpenAPI 3.1",
  mimeType: "application/json",
  text: JSON.stringify(contract),
});

export function readGuides(): Resource[] {
  const folder = fileURLToPath(
    new URL("guides/", import.meta.resolve("phone-agent-api/openapi.json")),
  );
  if (!existsSync(folder)) throw new Error("The package isn't built. Run: npm run build");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return files.map((file) => {
    const name = file.slice(0, -3);
    const text = readFileSync(`${folder}${file}`, "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    return {
      uri: `phone-agent-api://guides/${name}`,
      name,
      title,
      mimeType: "text/markdown",
      text,
    };
  });
}
