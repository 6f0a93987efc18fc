import { type Report, said, times } from "./report.ts";

/** For code scanning: SARIF 2.1.0. The place of a fact is its operation in the contract. */
export function sarif({ verdict, verification }: Report): string {
  const { facts, operations } = verification;
  const results = facts.map((fact) => {
    const { path, method } = operations[fact.operation] ?? { path: "", method: "" };
    return {
      ruleId: fact.kind,
      level: fact.kind === "contradiction" ? "error" : "note",
      message: { text: `${fact.operation}: ${said(fact)}, ${times(fact)}.` },
      occurrenceCount: fact.times,
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "openapi/openapi.yaml" } },
          logicalLocations: [{ fullyQualifiedName: `${method} ${path}`, name: fact.operation, kind: "function" }],
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
  };
  const run = { tool: { driver: { name: "phone-agent-api verify", rules } }, invocations: [invocation], results };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}
