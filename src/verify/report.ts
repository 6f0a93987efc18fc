import { fileURLToPath, pathToFileURL } from "node:url";
import { escapeText } from "../core/text.ts";
import { escapeMarkup } from "../openapi/markup.ts";
import { countTimes } from "../openapi/words.ts";
import { readText } from "../platform/files.ts";
import { describeIgnored } from "../traffic/tally.ts";
import { listCounts } from "./summary.ts";
import type { Report } from "./verdict.ts";

/** A line of a report, and the lines below it. */
type Section = readonly [title: string, ...details: string[]];

const legend =
  "✓ verified   ~ in part   − unverified   ✗ contradiction   + new fact   * item or withheld name";
const symbols = {
  verified: "✓",
  "in part": "~",
  unverified: "−",
  contradiction: "✗",
  new: "+",
} as const;

/** Whether new facts fail, too, and the file of the contract if it isn't this package's. */
type ReportOptions = Readonly<{ failOnNew: boolean; contract: string | undefined }>;

/** The renderers of reports, by the name of the format. */
export const renderers = {
  text: renderText,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: renderMarkdown,
  junit: renderJunit,
  sarif: renderSarif,
};

/** The formats of files, by the ending of their names. Any other is text. */
export const formatsByEnding: Readonly<Record<string, keyof typeof renderers>> = {
  ".json": "json",
  ".md": "markdown",
  ".xml": "junit",
  ".sarif": "sarif",
};

function renderText(report: Report): string {
  const sections = sectionsOf(report).map((section) => section.join("\n    "));
  return [report.sentence, "", legend, "", ...sections, ""].join("\n");
}

/** Renders a report as Markdown, for a pull request or an issue. */
function renderMarkdown(report: Report): string {
  // A finding contains `*`, and the name of a file can contain anything.
  const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>&#|~+]/g, "\\$&");
  const sections = sectionsOf(report).map((section) =>
    section.map((line) => `- ${escapeMarkdown(line)}`).join("\n  "),
  );
  return ["# Verification", "", `**${report.sentence}**`, "", legend, "", ...sections, ""].join(
    "\n",
  );
}

function sectionsOf({ findings: allFindings, operations, unknowns, ...tally }: Report): Section[] {
  const answers = new Map(
    allFindings.flatMap(({ unknown, place, pointer, seen: observation }) =>
      unknown === undefined
        ? []
        : [[unknown, [place, pointer, observation].filter(Boolean).join(" ")]],
    ),
  );
  return [
    ...Object.entries(operations).map(([id, operation]): Section => {
      const { method, path, outcome, reason, exchanges, responses, statuses, notCompared } =
        operation;
      const findings = allFindings.filter((finding) => finding.operation === id);
      // The worst of its findings heads an operation.
      const isContradicted = findings.some(({ kind }) => kind === "contradiction");
      return [
        `${symbols[isContradicted ? "contradiction" : outcome]} ${escapeText(`${id}  ${method} ${path}`)}`,
        ...(exchanges > 0
          ? [
              `${listCounts({ exchanges })}; responses ${listCounts(responses)}; statuses ${listCounts(statuses)}`,
            ]
          : []),
        ...(reason
          ? [`${outcome}: ${reason}`]
          : Object.entries(notCompared).map(
              ([gap, count]) => `verifies nothing ×${count}: ${gap}`,
            )),
        ...findings.map(
          (finding) => `${symbols[finding.kind]} ${escapeText(describeFinding(finding))}`,
        ),
      ];
    }),
    [
      `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}. The contract marks them in what was seen, so the traffic may answer them.`,
      ...[...answers].map(([id, answer]) => escapeText(`${id}: ${answer}`)),
      escapeText(unknowns.touched.filter((id) => !answers.has(id)).join(", ")) || "none",
    ],
    [
      `Entries: ${tally.entries} (${tally.exchanges} used, ${tally.entries - tally.exchanges} ignored)`,
      ...tally.ignored.map(describeIgnored),
    ],
  ];
}

function describeFinding(finding: Report["findings"][number]): string {
  const { kind, contract, seen: observation, times, known: isKnown, place, pointer } = finding;
  const description = `${place}${pointer && ` ${pointer}`}, contract: ${contract}; seen: ${observation}, ${countTimes(times)}`;
  if (!isKnown) return description;
  const excuse = kind === "contradiction" ? ", which excuses new facts alone" : "";
  return `${description}, in the baseline${excuse}`;
}

// A parser of XML would make a space of a line break in an attribute.
const escapeAttribute = (text: string) => escapeMarkup(text).replaceAll("\n", "&#10;");

function renderCase(name: string, element?: "failure" | "skipped" | "error", message = ""): string {
  const result = element ? `<${element} message="${escapeAttribute(message)}"/>` : "";
  return `  <testcase classname="verify" name="${escapeAttribute(name)}">${result}</testcase>`;
}

/**
 * Renders a report as JUnit XML, for CI: a test case for each operation, failed by its findings
 * that fail, an error if it is required and unverified, and skipped if it isn't verified in full;
 * and one for the verification, which is an error if it has no result. The output has the verdict
 * and what was ignored.
 */
function renderJunit(
  { sentence, unmet, incomplete, ...report }: Report,
  { failOnNew }: ReportOptions,
): string {
  const cases = [
    incomplete ? renderCase("verification", "error", sentence) : renderCase("verification"),
    ...Object.entries(report.operations).map(([id, { outcome, reason }]) => {
      const failures = report.findings.filter(
        ({ kind, operation, known }) =>
          operation === id && (kind === "contradiction" || (failOnNew && !known)),
      );
      if (failures.length > 0)
        return renderCase(id, "failure", failures.map(describeFinding).join("\n"));
      if (outcome === "verified") return renderCase(id);
      return unmet.includes(id)
        ? renderCase(id, "error", `Required, but not verified: ${reason}`)
        : renderCase(id, "skipped", reason);
    }),
  ];
  const count = (element: string) => cases.filter((line) => line.includes(`<${element} `)).length;
  const output = [
    sentence,
    ...report.ignored.map((group) => `Ignored ${describeIgnored(group)}`),
  ].join("\n");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="phone-agent-api verify" tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}">`,
    ...cases,
    `  <system-out>${escapeMarkup(output)}</system-out>`,
    "</testsuite>",
    "",
  ].join("\n");
}

/**
 * Renders a report as SARIF 2.1.0, for code scanning. The location of a finding is its operation in
 * the contract.
 */
function renderSarif(
  { exitCode, sentence, unmet, findings, operations, ignored: ignoredGroups }: Report,
  { contract }: ReportOptions,
): string {
  const file = contract ? pathToFileURL(contract).href : import.meta.resolve("#contract");
  const folder = pathToFileURL(`${process.cwd()}/`).href;
  const lines = readText(fileURLToPath(file)).split("\n");
  const results = findings.map((finding) => {
    const { path, method } = operations[finding.operation] ?? { path: "", method: "" };
    const startLine = findLine(lines, finding.operation, path);
    return {
      ruleId: finding.kind,
      level: finding.kind === "contradiction" ? "error" : "note",
      message: { text: `${finding.operation}: ${describeFinding(finding)}.` },
      occurrenceCount: finding.times,
      ...(finding.known && { baselineState: "unchanged" }),
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.startsWith(folder) ? file.slice(folder.length) : file },
            ...(startLine > 0 && { region: { startLine } }),
          },
          logicalLocations: [
            { fullyQualifiedName: `${method} ${path}`, name: finding.operation, kind: "function" },
          ],
        },
      ],
    };
  });
  const rules = [
    { id: "contradiction", shortDescription: { text: "The service contradicts the contract." } },
    {
      id: "new",
      shortDescription: { text: "The service shows a fact that the contract doesn't contain." },
    },
  ];
  const unverified = Object.entries(operations).filter(([, { outcome }]) => outcome !== "verified");
  const invocation = {
    executionSuccessful: exitCode !== 3,
    exitCode,
    exitCodeDescription: sentence,
    toolExecutionNotifications: [
      ...unverified.map(([id, { outcome, reason }]) =>
        notify(unmet.includes(id) ? "error" : "warning", `${id}, ${outcome}: ${reason}.`),
      ),
      ...ignoredGroups.map((group) => notify("note", `Ignored ${describeIgnored(group)}.`)),
    ],
  };
  const run = {
    tool: { driver: { name: "phone-agent-api verify", rules } },
    invocations: [invocation],
    results,
  };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

/**
 * Finds the line of an operation in YAML or JSON, from 1: that of its id, or else of its path. 0:
 * in another file.
 */
function findLine(lines: readonly string[], id: string, path: string): number {
  const squeeze = (text: string) => text.replace(/["'\s]/g, "").replaceAll("}", ",");
  const entries = lines.map((line) => `${squeeze(line)},`);
  const idLine = entries.findIndex((entry) => entry.includes(`operationId:${id},`));
  return (
    1 +
    (idLine === -1 ? entries.findIndex((entry) => entry.startsWith(squeeze(`${path}:`))) : idLine)
  );
}

const notify = (level: "error" | "warning" | "note", text: string) => ({
  level,
  message: { text },
});
