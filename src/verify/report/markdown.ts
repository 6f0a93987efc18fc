import { counted } from "../coverage.ts";
import { describeFinding, type Report, times } from "./report.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
// A file can have any name. Within a code span, only a backtick ends it.
const code = (text: string) => `\`${cell(text).replaceAll("`", "'")}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? ["None."] : [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** For a pull request or an issue. */
export function markdown({ verdict, verification }: Report): string {
  const { findings, operations, unknowns, ignored } = verification;
  const rows = (kind: string) =>
    findings
      .filter((finding) => finding.kind === kind)
      .map((finding) => [code(finding.operation), cell(describeFinding(finding)), times(finding)]);
  const coverage = Object.entries(operations).map(
    ([id, { outcome, reason, exchanges, responses, statuses, notCompared }]) => {
      const why = cell(reason ?? counted(notCompared));
      return [code(id), outcome, String(exchanges), counted(responses), counted(statuses), why];
    },
  );
  return [
    "# Verification",
    "",
    `**${verdict.sentence}**`,
    "",
    "## Contradictions",
    "",
    ...table(["Operation", "Finding", "Seen"], rows("contradiction")),
    "",
    "## New facts",
    "",
    ...table(["Operation", "Finding", "Seen"], rows("new")),
    "",
    "## Coverage",
    "",
    ...table(["Operation", "Outcome", "Exchanges", "Responses", "Statuses", "Not compared"], coverage),
    "",
    `Unknowns touched: ${unknowns.touched.length} of ${unknowns.all}. ${unknowns.touched.map(code).join(", ")}`,
    "",
    "## Ignored exchanges",
    "",
    ...table(
      ["File", "Reason", "How many", "Entries"],
      ignored.map(({ file, reason, times, entries }) => [code(file), cell(reason), String(times), entries]),
    ),
    "",
  ].join("\n");
}
