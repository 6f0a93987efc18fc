import type { Find } from "./secrets.ts";

const hidden = "[redacted]";

/** A text, or a mark in its place where it gives a secret away. */
export const redact = (text: string, find: Find): string => (holdsAny(text, find) ? hidden : text);

function holdsAny(text: string, find: Find): boolean {
  for (const _ of find(text)) return true;
  return false;
}

/** A path: what the contract has of it, with a `{name}` where a value belongs, and the values. */
export interface Place {
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
}

export const pathOf = ({ template, values }: Place): string =>
  template.replace(/\{([^}]+)\}/g, (_, name) => values[name] ?? "");

/** A path without secrets. What the contract has of it stays, even where a token is the same word. */
export function redactPlace(place: Place, find: Find): Place {
  const { template, values } = place;
  const without = (names: string[]): Place =>
    names.length === 0 ? place : { template, values: { ...values, ...Object.fromEntries(names.map(toHidden)) } };
  const names = Object.keys(values);
  const shown = without(names.filter((name) => holdsAny(values[name] as string, find)));
  // A secret may begin before a value, or end behind it.
  const across = names.length > 0 ? [...find(pathOf(shown))] : [];
  return across.every((secret) => pathOf(without(names)).includes(secret)) ? shown : without(names);
}

const toHidden = (name: string) => [name, hidden] as const;
