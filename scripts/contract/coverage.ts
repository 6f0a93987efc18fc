import { escapeMarkup } from "../../src/openapi/markup.ts";
import { indexedOperations, type Knowledge } from "../../src/openapi/operation-index.ts";
import type { Contract } from "./document.ts";
import { capitalize } from "./words.ts";

const coverageWords: Record<Knowledge, string> = {
  documented: "documented",
  observed: "observed in recorded traffic",
  path: "known by path only",
  name: "known by name only",
};

const [width, labels, cell, gap, line] = [760, 130, 15, 4, 26] as const;
const perLine = Math.floor((width - labels) / (cell + gap));

/** Draws the coverage map as SVG: a cell for each operation, in the line of its area. */
export function drawCoverage(contract: Contract): string {
  const cells: Record<Knowledge, string[]> = { documented: [], observed: [], path: [], name: [] };
  const names: string[] = [];
  let y = 40;
  for (const { name } of contract.tags) {
    const operations = indexedOperations(contract).filter(({ area }) => area === name);
    names.push(`<text x="0" y="${y + 12}">${escapeMarkup(name)}</text>`);
    for (const [index, operation] of operations.entries()) {
      const [column, row] = [index % perLine, Math.floor(index / perLine)];
      const square = `M${labels + column * (cell + gap)} ${y + row * (cell + gap)}h${cell}v${cell}h-${cell}z`;
      cells[operation.knowledge].push(square);
    }
    y += line + Math.max(0, Math.ceil(operations.length / perLine) - 1) * (cell + gap);
  }
  const kinds = (Object.keys(cells) as Knowledge[]).filter((kind) => cells[kind].length > 0);
  const legend = kinds.map(
    (kind) =>
      `<tspan class="${kind}">■</tspan> ${capitalize(coverageWords[kind])}: ${cells[kind].length}&#160;&#160;&#160;`,
  );
  const paths = kinds.map((kind) => `<path class="${kind}" d="${cells[kind].join("")}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${width + 2} ${y + 2}" width="${width}" height="${y}" role="img">
<title>${escapeMarkup(describeCoverage(contract))}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #3d4846 }
.documented { fill: #0b6b63 } .observed { fill: #1d4fb8 } .path { fill: #d9a04a } .name { fill: none; stroke: #9aa5a1; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #c3cdca }
  .documented { fill: #5fd0c2 } .observed { fill: #9dbcff } .path { fill: #b98a3f } .name { stroke: #5d6a67 }
}
</style>
<text x="0" y="13">${legend.join("\n")}</text>
${names.join("\n")}
${paths.join("\n")}
</svg>
`;
}

export function describeCoverage(contract: Contract): string {
  const operations = indexedOperations(contract);
  const counts = Object.entries(coverageWords).flatMap(([kind, words]) => {
    const { length } = operations.filter(({ knowledge }) => knowledge === kind);
    return length > 0 ? `${length} ${words}` : [];
  });
  return `The service has ${operations.length} operations: ${counts.join(", ")}. Every unknown is marked.`;
}
