import type { Json, Path } from "../../contract.ts";

/** A change of the contract at one place. */
export interface Change {
  at: Path;
  /** Merged into what stands there. */
  update?: Json;
  /** Takes it away. With `expects`, only if this stands there: places in lists move. */
  remove?: true;
  expects?: Json;
  /** Other facts that it takes, by id: without them, it is left out. */
  with?: string[];
  /** What goes with the last entry of a list. */
  last?: { at: Path; of: Path; count: number };
}

/** Something that traffic shows. */
export interface Fact {
  /** Stable: the same for the same fact in every run, and without a value. */
  id: string;
  /** `existence` is proven by one exchange; `universal` only was not refuted. */
  claim: "existence" | "universal";
  /** What shows it, in a sentence. */
  evidence: string;
  changes: Change[];
  /** The ids of the unknowns that it answers, and where they are marked, unless the mark goes with a change. */
  answers?: { at?: Path; ids: string[] }[];
}

/** Kebab-case of camelCase or a path. */
export const kebab = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z\d]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
