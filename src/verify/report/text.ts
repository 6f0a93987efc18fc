import { describeFinding } from "../findings.ts";
import { listCounts } from "../summary.ts";
import type { Report } from "../verdict.ts";

/** A line of a report, and the lines below it. */
type Section = readonly [title: string, ...details: string[]];

const legend = "✓ verified   ~ in part   − unverified   ✗ contradiction   + new fact";
const marks = { verified: "✓", "in part": "~", unverified: "−", contradiction: "✗", new: "+" } as const;

export const renderText = (report: Report): string =>
  [report.sentence, "", legend, "", ...sectionsOf(report).map((section) => section.join("\n    ")), ""].join("\n");

/** Renders a report as Markdown, for a pull request or an issue. */
export const renderMarkdown = (report: Report): string =>
  [
    ...["# Verification", "", `**${report.sentence}**`, "", legend, ""],
    ...sectionsOf(report).map((section) => section.map((line) => `- ${escapeMarkdown(line)}`).join("\n  ")),
    "",
  ].join("\n");

// A finding contains `*`, and the name of a file can contain anything.
const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>&#|~+]/g, "\\$&");

function sectionsOf({ findings, operations, unknowns, ignored: ignoredGroups }: Report): Section[] {
  return [
    ...Object.entries(operations).map(
      ([id, { method, path, outcome, reason, exchanges, responses, statuses, notCompared }]): Section => [
        `${marks[outcome]} ${id}  ${method} ${path}`,
        ...(exchanges > 0
          ? [`${listCounts({ exchanges })}; responses ${listCounts(responses)}; statuses ${listCounts(statuses)}`]
          : []),
        ...(reason
          ? [`${outcome}: ${reason}`]
          : Object.entries(notCompared).map(([gap, count]) => `not compared ×${count}: ${gap}`)),
        ...findings
          .filter(({ operation }) => operation === id)
          .map((finding) => `${marks[finding.kind]} ${describeFinding(finding)}`),
      ],
    ),
    [`Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}`, unknowns.touched.join(", ") || "none"],
    [
      ignoredGroups.length > 0 ? "Ignored" : "Ignored: nothing",
      ...ignoredGroups.map(
        ({ reason, file, times, entries }) =>
          `×${times} in ${file}: ${reason.replace(/\.?$/, ".")} Entries ${entries.join(", ")}` +
          (times > entries.length ? ", …" : ""),
      ),
    ],
  ];
}
