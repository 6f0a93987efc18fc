import { describeFinding, describeTimes } from "../findings.ts";
import { listCounts } from "../summary.ts";
import type { Report } from "../verdict.ts";

const escapeCell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
// The name of a file can contain anything. A backtick would end the code span.
const toCodeSpan = (text: string) => `\`${escapeCell(text).replaceAll("`", "'")}\``;

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? ["None."] : [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Renders a report as Markdown, for a pull request or an issue. */
export function renderMarkdown({ sentence, findings, operations, unknowns, ignored: ignoredGroups }: Report): string {
  const rows = (kind: string) =>
    findings
      .filter((finding) => finding.kind === kind)
      .map((finding) => [toCodeSpan(finding.operation), escapeCell(describeFinding(finding)), describeTimes(finding)]);
  const coverage = Object.entries(operations).map(
    ([id, { outcome, reason, exchanges, responses, statuses, notCompared }]) => {
      const gaps = escapeCell(reason ?? listCounts(notCompared));
      return [toCodeSpan(id), outcome, String(exchanges), listCounts(responses), listCounts(statuses), gaps];
    },
  );
  return [
    "# Verification",
    "",
    `**${sentence}**`,
    "",
    "## Contradictions",
    "",
    ...renderTable(["Operation", "Finding", "Seen"], rows("contradiction")),
    "",
    "## New facts",
    "",
    ...renderTable(["Operation", "Finding", "Seen"], rows("new")),
    "",
    "## Coverage",
    "",
    ...renderTable(["Operation", "Outcome", "Exchanges", "Responses", "Statuses", "Not compared"], coverage),
    "",
    `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}. ${unknowns.touched.map(toCodeSpan).join(", ")}`,
    "",
    "## Ignored exchanges",
    "",
    ...renderTable(
      ["File", "Reason", "How many", "Entries"],
      ignoredGroups.map(({ file, reason, times, entries }) => [
        toCodeSpan(file),
        escapeCell(reason),
        String(times),
        entries,
      ]),
    ),
    "",
  ].join("\n");
}
