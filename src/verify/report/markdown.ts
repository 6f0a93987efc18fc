import { counted, type Report, said, times } from "./report.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const code = (text: string) => `\`${cell(text)}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? ["None."] : [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** For a pull request or an issue. */
export function markdown({ verdict, verification, skipped }: Report): string {
  const { facts, operations, unknowns, ignored } = verification;
  const rows = (kind: string) =>
    facts.filter((fact) => fact.kind === kind).map((fact) => [code(fact.operation), cell(said(fact)), times(fact)]);
  const coverage = Object.entries(operations).map(([id, { exchanges, responses, statuses, notCompared }]) => {
    const reason = skipped.find(({ operation }) => operation === id)?.reason ?? "";
    return [code(id), String(exchanges), counted(responses), counted(statuses), cell(counted(notCompared) || reason)];
  });
  return [
    "# Verification",
    "",
    `**${verdict.sentence}**`,
    "",
    "## Contradictions",
    "",
    ...table(["Operation", "Fact", "Seen"], rows("contradiction")),
    "",
    "## New facts",
    "",
    ...table(["Operation", "Fact", "Seen"], rows("new")),
    "",
    "## Coverage",
    "",
    ...table(["Operation", "Exchanges", "Responses", "Statuses", "Not compared"], coverage),
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
