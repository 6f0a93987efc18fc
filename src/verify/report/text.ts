import { describeFinding, describeTimes } from "../findings.ts";
import { listCounts } from "../summary.ts";
import type { Report } from "../verdict.ts";

const longest = 200;
/** Shortens a list at a comma. */
const shorten = (list: string) =>
  list.length > longest ? `${list.slice(0, list.lastIndexOf(",", longest))}, …` : list;

const marks = { verified: "✓", "in part": "~", unverified: "−" } as const;

/** Renders a report for a terminal. */
export function renderText({ sentence, findings, operations, unknowns, ignored: ignoredGroups }: Report): string {
  const coverage = Object.entries(operations).flatMap(
    ([id, { method, path, outcome, reason, exchanges, responses, statuses, notCompared }]) => {
      const operationFindings = findings.filter(({ operation }) => operation === id);
      return [
        `${marks[outcome]} ${id}  ${method} ${path}`,
        ...(exchanges > 0
          ? [`    ${listCounts({ exchanges })}; responses ${listCounts(responses)}; statuses ${listCounts(statuses)}`]
          : []),
        ...(reason
          ? [`    ${outcome}: ${reason}`]
          : Object.entries(notCompared).map(([gap, count]) => `    not compared ×${count}: ${gap}`)),
        ...operationFindings.map(
          (finding) =>
            `    ${finding.kind === "contradiction" ? "✗" : "+"} ${describeFinding(finding)}, ${describeTimes(finding)}`,
        ),
      ];
    },
  );
  return [
    sentence,
    "",
    "✓ verified   ~ in part   − unverified   ✗ contradiction   + new fact",
    "",
    ...coverage,
    "",
    `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}`,
    ...(unknowns.touched.length > 0 ? [`    ${unknowns.touched.join(", ")}`] : []),
    ...(ignoredGroups.length > 0 ? ["", "Ignored"] : []),
    ...ignoredGroups.map(
      ({ reason, file, times, entries }) =>
        `    ×${times} in ${file}: ${reason.replace(/\.?$/, ".")} Entries ${shorten(entries)}`,
    ),
    "",
  ].join("\n");
}
