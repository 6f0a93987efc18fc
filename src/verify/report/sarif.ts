import { describeFinding, type Report, times } from "./report.ts";

/** For code scanning: SARIF 2.1.0. The place of a finding is its operation in the contract. */
export function sarif({ verdict, verification }: Report): string {
  const { findings, operations } = verification;
  const results = findings.map((finding) => {
    const { path, method } = operations[finding.operation] ?? { path: "", method: "" };
    return {
      ruleId: finding.kind,
      level: finding.kind === "contradiction" ? "error" : "note",
      message: { text: `${finding.operation}: ${describeFinding(finding)}, ${times(finding)}.` },
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
    { id: "new", shortDescription: { text: "The service shows what the contract leaves open." } },
  ];
  const invocation = {
    executionSuccessful: verdict.code !== 3,
    exitCode: verdict.code,
    exitCodeDescription: verdict.sentence,
    toolExecutionNotifications: Object.entries(operations).flatMap(([id, { outcome, reason }]) =>
      outcome === "verified" ? [] : [{ level: "warning", message: { text: `${id}, ${outcome}: ${reason}.` } }],
    ),
  };
  const run = { tool: { driver: { name: "phone-agent-api verify", rules } }, invocations: [invocation], results };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}
