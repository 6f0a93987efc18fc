import { counted } from "../coverage.ts";
import { describeFinding, type Report, times } from "./report.ts";

const longest = 200;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, text.lastIndexOf(",", longest))}, …` : text);

const marks = { verified: "✓", "in part": "~", unverified: "−" } as const;

/** For a terminal. */
export function text({ verdict, verification }: Report): string {
  const { findings, operations, unknowns, ignored } = verification;
  const coverage = Object.entries(operations).flatMap(
    ([id, { method, path, outcome, reason, exchanges, responses, statuses, notCompared }]) => {
      const own = findings.filter(({ operation }) => operation === id);
      return [
        `${marks[outcome]} ${id}  ${method} ${path}`,
        ...(exchanges > 0
          ? [`    ${counted({ exchanges })}; responses ${counted(responses)}; statuses ${counted(statuses)}`]
          : []),
        ...(reason ? [`    ${outcome}: ${reason}`] : []),
        ...(reason ? [] : Object.entries(notCompared).map(([why, count]) => `    not compared ×${count}: ${why}`)),
        ...own.map(
          (finding) =>
            `    ${finding.kind === "contradiction" ? "✗" : "+"} ${describeFinding(finding)}, ${times(finding)}`,
        ),
      ];
    },
  );
  return [
    verdict.sentence,
    "",
    "✓ verified   ~ in part   − unverified   ✗ contradiction   + new fact",
    "",
    ...coverage,
    "",
    `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}`,
    ...(unknowns.touched.length > 0 ? [`    ${unknowns.touched.join(", ")}`] : []),
    ...(ignored.length > 0 ? ["", "Ignored"] : []),
    ...ignored.map(
      ({ reason, file, times, entries }) =>
        `    ×${times} in ${file}: ${reason.replace(/\.?$/, ".")} Entries ${cut(entries)}`,
    ),
    "",
  ].join("\n");
}
