import { type Contract, type Mark, marksOf, type PathOperation } from "../contract.ts";
import { foldedText, unknownText } from "./markdown.ts";
import { addressOfUnknown, operationAddress, unknownsByAddress } from "./places.ts";

/** A section of the reference. An unknown is told whole in one section, and linked from the others that depend on it. */
export interface Section {
  contract: Contract;
  address: string;
}

/** Lines that begin with "Unknown": one for each unknown of this section, and one that links to all others. */
export function unknownLines({ contract, address }: Section, marks: Mark[]): string[] {
  const homes = addressOfUnknown(contract);
  const isOwn = ([id]: Mark) => (homes.get(id) ?? address) === address;
  const others = marks.filter((mark) => !isOwn(mark));
  return [
    ...marks.filter(isOwn).map((mark) => unknownText(...mark)),
    ...(others.length > 0 ? [linkedUnknowns(contract, others)] : []),
  ];
}

/** One line for unknowns that are told elsewhere. */
export function linkedUnknowns(contract: Contract, marks: Mark[]): string {
  const homes = addressOfUnknown(contract);
  const links = marks.map(
    ([id, words], at) => `[${at > 0 ? lowerCase(words) : words}](${homes.get(id)}?unknown=${id})`,
  );
  return `**Unknown:** ${links.join(", ")}.`;
}

const lowerCase = (phrase: string) => phrase.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** The unknowns marked at a node, as a block of Markdown. */
export const marksText = (section: Section, node: unknown): string => foldedText(unknownLines(section, marksOf(node)));

/** How complete an operation is, in a few words. */
export function completeness(contract: Contract, located: PathOperation): string {
  const { known } = located;
  const open = unknownsByAddress(contract).get(operationAddress(located))?.length ?? 0;
  const parts = [
    ...(known === "documented" ? [] : [known === "path" ? "path only" : known]),
    ...(open > 0 ? [`${open} ${open === 1 ? "unknown" : "unknowns"}`] : []),
  ];
  return parts.join(", ") || known;
}
