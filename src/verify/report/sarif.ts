import { describeFinding } from "../findings.ts";
import type { Report } from "../verdict.ts";

/** Renders a report as SARIF 2.1.0, for code scanning. The location of a finding is its operation in the contract. */
export function renderSarif({ exitCode, sentence, findings, operations }: Report): string {
  const results = findings.map((finding) => {
    const { path, method } = operations[finding.operation] ?? { path: "", method: "" };
    return {
      ruleId: finding.kind,
      level: finding.kind === "contradiction" ? "error" : "note",
      message: { text: `${finding.operation}: ${describeFinding(finding)}.` },
      occurrenceCount: finding.times,
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "openapi/openapi.yaml" } },
          logicalLocations: [{ fullyQualifiedName: `${method} ${path}`, name: finding.operation, kind: "function" }],
        },
      ],
    };
  });
  const rules = [
    { id: "contradiction", shortDescription: { text: "The service contradicts the contract." } },
    { id: "new", shortDescription: { text: "The service shows a fact that the contract doesn't contain." } },
  ];
  const invocation = {
    executionSuccessful: exitCode !== 3,
    exitCode,
    exitCodeDescription: sentence,
    toolExecutionNotifications: Object.entries(operations).flatMap(([id, { outcome, reason }]) =>
      outcome === "verified" ? [] : [{ level: "warning", message: { text: `${id}, ${outcome}: ${reason}.` } }],
    ),
  };
  const run = { tool: { driver: { name: "phone-agent-api verify", rules } }, invocations: [invocation], results };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}
