import { escapeText } from "../commands/command.ts";
import { describeIgnored } from "../traffic/account.ts";
import { listCounts } from "./summary.ts";
import type { Report } from "./verdict.ts";

/** A line of a report, and the lines below it. */
type Section = readonly [title: string, ...details: string[]];

const legend = "✓ verified   ~ in part   − unverified   ✗ contradiction   + new fact";
const symbols = { verified: "✓", "in part": "~", unverified: "−", contradiction: "✗", new: "+" } as const;

/** The renderers of reports, by the name of the format. The second argument is whether new facts fail, too. */
export const renderers = {
  text: renderText,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: renderMarkdown,
  junit: renderJunit,
  sarif: renderSarif,
};

function renderText(report: Report): string {
  const sections = sectionsOf(report).map((section) => section.join("\n    "));
  return [report.sentence, "", legend, "", ...sections, ""].join("\n");
}

/** Renders a report as Markdown, for a pull request or an issue. */
function renderMarkdown(report: Report): string {
  // A finding contains `*`, and the name of a file can contain anything.
  const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>&#|~+]/g, "\\$&");
  const sections = sectionsOf(report).map((section) => section.map((line) => `- ${escapeMarkdown(line)}`).join("\n  "));
  return ["# Verification", "", `**${report.sentence}**`, "", legend, "", ...sections, ""].join("\n");
}

function sectionsOf({ findings: allFindings, operations, unknowns, ...account }: Report): Section[] {
  return [
    ...Object.entries(operations).map(([id, operation]): Section => {
      const { method, path, outcome, reason, exchanges, responses, statuses, notCompared } = operation;
      const findings = allFindings.filter((finding) => finding.operation === id);
      // The worst of its findings heads an operation.
      const isContradicted = findings.some(({ kind }) => kind === "contradiction");
      return [
        `${symbols[isContradicted ? "contradiction" : outcome]} ${escapeText(`${id}  ${method} ${path}`)}`,
        ...(exchanges > 0
          ? [`${listCounts({ exchanges })}; responses ${listCounts(responses)}; statuses ${listCounts(statuses)}`]
          : []),
        ...(reason
          ? [`${outcome}: ${reason}`]
          : Object.entries(notCompared).map(([gap, count]) => `not compared ×${count}: ${gap}`)),
        ...findings.map((finding) => `${symbols[finding.kind]} ${escapeText(describeFinding(finding))}`),
      ];
    }),
    [
      `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}`,
      escapeText(unknowns.touched.join(", ")) || "none",
    ],
    [
      `Entries: ${account.entries} (${account.exchanges} used, ${account.entries - account.exchanges} ignored)`,
      ...account.ignored.map(describeIgnored),
    ],
  ];
}

const placeOf = ({ place, pointer }: Report["findings"][number]) => `${place}${pointer && ` ${pointer}`}`;

function describeFinding(finding: Report["findings"][number]): string {
  const { contract, seen: observation, times } = finding;
  const count = times === 1 ? "once" : `${times.toLocaleString("en")} times`;
  return `${placeOf(finding)}, contract: ${contract}; seen: ${observation}, ${count}`;
}

// XML 1.0 has no character reference for control characters.
const escapeXml = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "");

function renderCase(name: string, element?: "failure" | "skipped" | "error", message = ""): string {
  const result = element ? `<${element} message="${escapeXml(message)}"/>` : "";
  return `  <testcase classname="verify" name="${escapeXml(name)}">${result}</testcase>`;
}

/**
 * Renders a report as JUnit XML, for CI: a failed test case for each finding that fails, a skipped one for each
 * operation that isn't verified in full, and a passed one for each other operation without a finding that fails. The
 * verdict is an error if the contract couldn't be verified. The output has the verdict and what was ignored.
 */
function renderJunit({ exitCode, sentence, ...report }: Report, failOnNew: boolean): string {
  const failures = report.findings.filter(({ kind }) => kind === "contradiction" || failOnNew);
  const cases = [
    ...(exitCode === 3 ? [renderCase("verdict", "error", sentence)] : []),
    ...failures.map((finding) =>
      renderCase(`${finding.operation}: ${placeOf(finding)}`, "failure", describeFinding(finding)),
    ),
    ...Object.entries(report.operations).flatMap(([id, { outcome, reason }]) => {
      if (outcome !== "verified") return renderCase(id, "skipped", reason);
      return failures.some(({ operation }) => operation === id) ? [] : renderCase(id);
    }),
  ];
  const count = (element: string) => cases.filter((line) => line.includes(`<${element} `)).length;
  const output = [sentence, ...report.ignored.map((group) => `Ignored ${describeIgnored(group)}`)].join("\n");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="phone-agent-api verify" tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}">`,
    ...cases,
    `  <system-out>${escapeXml(output)}</system-out>`,
    "</testsuite>",
    "",
  ].join("\n");
}

/** Renders a report as SARIF 2.1.0, for code scanning. The location of a finding is its operation in the contract. */
function renderSarif({ exitCode, sentence, findings, operations, ignored: ignoredGroups }: Report): string {
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
  const unverified = Object.entries(operations).filter(([, { outcome }]) => outcome !== "verified");
  const invocation = {
    executionSuccessful: exitCode !== 3,
    exitCode,
    exitCodeDescription: sentence,
    toolExecutionNotifications: [
      ...unverified.map(([id, { outcome, reason }]) => notify("warning", `${id}, ${outcome}: ${reason}.`)),
      ...ignoredGroups.map((group) => notify("note", `Ignored ${describeIgnored(group)}.`)),
    ],
  };
  const run = { tool: { driver: { name: "phone-agent-api verify", rules } }, invocations: [invocation], results };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

const notify = (level: "warning" | "note", text: string) => ({ level, message: { text } });
