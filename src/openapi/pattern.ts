/** A part of a pattern, and how often it's repeated: a group, or what matches one character. */
interface Part {
  /** The source of a character, an escape or a class; absent for a group. */
  source?: string;
  alternatives: Part[][];
  min: number;
  max: number;
}

const token =
  /\(\?<?[=!]|\((?:\?(?:<\w+>|:))?|\[(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|p\{\w+=?\w*\}|.)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/gi;

/** In characters. The search takes as long as the square of it. */
const maxLength = 500;

/**
 * Returns whether a string can match a pattern in so many ways that the search can take forever:
 * the pattern repeats what has a part of any length, as `(a+)+` does, or alternatives that begin
 * alike, as `(a|ab)*`, or it has three such parts in a row, as `a*a*a*`. It's harmless if each
 * repetition has a character that nothing else in it matches, as in `(-[a-z]+)*`. Checkers were
 * compared: safe-regex2 takes harmless patterns for bad and misses the latter two kinds, recheck
 * and redos-detector take seconds and miss others.
 */
export function canMatchInManyWays(pattern: string): boolean {
  const tokens = pattern.slice(0, maxLength).match(token) ?? [];
  const lookarounds: Part[][] = [];
  const alternatives = parseAlternatives(tokens, lookarounds);
  return [...lookarounds, ...alternatives].some((parts) => isAmbiguous(parts));
}

/** Takes tokens up to the end of a group. What lookarounds contain is no part of the text. */
function parseAlternatives(tokens: string[], lookarounds: Part[][]): Part[][] {
  const alternatives: Part[][] = [[]];
  for (let text = tokens.shift(); text !== undefined && text !== ")"; text = tokens.shift()) {
    const parts = alternatives.at(-1) as Part[];
    const last = parts.at(-1);
    const isQuantifier = /^([*+?]|\{\d.*\})\??$/.test(text);
    if (text === "|") alternatives.push([]);
    else if (isQuantifier && last) Object.assign(last, readQuantifier(text));
    else if (/^\(\?<?[=!]/.test(text)) lookarounds.push(...parseAlternatives(tokens, lookarounds));
    else if (text.startsWith("("))
      parts.push({ alternatives: parseAlternatives(tokens, lookarounds), min: 1, max: 1 });
    else if (!isQuantifier && !/^([$^]|\\b)$/i.test(text))
      parts.push({ source: text, alternatives: [], min: 1, max: 1 });
  }
  return alternatives;
}

function readQuantifier(text: string): Pick<Part, "min" | "max"> {
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)/.exec(text) ?? [];
  if (min !== undefined) return { min: +min, max: max ? +max : comma ? Infinity : +min };
  return { min: text.startsWith("+") ? 1 : 0, max: text.startsWith("?") ? 1 : Infinity };
}

function isAmbiguous(parts: readonly Part[]): boolean {
  const isAmbiguousPart = ({ alternatives, max }: Part): boolean =>
    alternatives.some((inner) => isAmbiguous(inner)) ||
    (max > 2 && !isDelimited(alternatives) && alternatives.flat().some(hasAnyLength)) ||
    (max > 9 && beginAlike(alternatives));
  return parts.some(isAmbiguousPart) || repeatsInARow(parts);
}

const hasAnyLength = ({ alternatives, min, max }: Part): boolean =>
  min !== max || alternatives.flat().some(hasAnyLength);

/** The parts that match a character, in groups, too. */
const charactersOf = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => (part.source ? part : charactersOf(part.alternatives.flat())));

/** Returns whether each alternative has a character, just once, that nothing else matches. */
function isDelimited(alternatives: readonly Part[][]): boolean {
  const characters = charactersOf(alternatives.flat());
  const isDelimiter = (part: Part): boolean =>
    part.min === 1 &&
    part.max === 1 &&
    (part.source
      ? characters.every((other) => other === part || !isAlike(part, other))
      : part.alternatives.every((parts) => parts.some(isDelimiter)));
  return alternatives.every((parts) => parts.some(isDelimiter));
}

/** Returns whether one of the alternatives is the beginning of another, or the same. */
const beginAlike = (alternatives: readonly Part[][]): boolean =>
  alternatives.some((parts) =>
    alternatives.some(
      (others) =>
        others !== parts &&
        parts.length > 0 &&
        parts.every((part, place) => others[place] && isAlike(part, others[place])),
    ),
  );

function repeatsInARow(parts: readonly Part[]): boolean {
  const row = parts.flatMap(function inRow(part): Part[] {
    const [inner = [], ...others] = part.alternatives;
    return part.max === 1 && others.length === 0 && !part.source ? inner.flatMap(inRow) : [part];
  });
  return row.some((first, index) =>
    [0, 1, 2].every((offset) => {
      const part = row[index + offset];
      return part && part.max > 9 && part.min !== part.max && isAlike(first, part);
    }),
  );
}

const samples = "aZ5_- ,.:@/\n";

/** Returns whether two parts can begin with the same character. */
function isAlike(a: Part, b: Part): boolean {
  const [starts, others] = [startsOf(a), startsOf(b)];
  return starts.some((source) => others.some((other) => haveSameCharacter(source, other)));
}

const startsOf = ({ source, alternatives }: Part): string[] =>
  source ? [source] : alternatives.flatMap(([first]) => (first ? startsOf(first) : []));

function haveSameCharacter(source: string, other: string): boolean {
  if (source === other) return true;
  const matches = (text: string, character: string) =>
    /^[^.]$/.test(text) ? text === character : createPattern(`^${text}$`).test(character);
  return [...samples, ...source, ...other].some(
    (character) => matches(source, character) && matches(other, character),
  );
}

/** Escapes a text for a pattern, also one that is written between slashes. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Creates a regular expression. Many contracts have patterns that the `u` flag makes invalid. */
export function createPattern(pattern: string, flags = "u"): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
