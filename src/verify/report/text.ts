import { counted, type Report, said, times } from "./report.ts";

const longest = 200;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, text.lastIndexOf(",", longest))}, …` : text);

/** For a terminal. */
export function text({ verdict, verification, skipped }: Report): string {
  const { facts, operations, unknowns, ignored } = verification;
  const coverage = Object.entries(operations).flatMap(
    ([id, { method, path, exchanges, responses, statuses, notCompared }]) => {
      const own = facts.filter(({ operation }) => operation === id);
      const reason = skipped.find(({ operation }) => operation === id)?.reason;
      return [
        `${exchanges > 0 ? " " : "−"}${id}  ${method} ${path}`,
        ...(exchanges > 0
          ? [`    ${counted({ exchanges })}; responses ${counted(responses)}; statuses ${counted(statuses)}`]
          : []),
        ...(reason ? [`    no request: ${reason}`] : []),
        ...Object.entries(notCompared).map(([why, count]) => `    body not compared ×${count}: ${why}`),
        ...own.map((fact) => `    ${fact.kind === "contradiction" ? "✗" : "+"} ${said(fact)}, ${times(fact)}`),
      ];
    },
  );
  return [
    verdict.sentence,
    "",
    "✗ contradiction   + new fact   − not seen",
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
