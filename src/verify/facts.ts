/**
 * What an exchange says about the contract. Its texts are the contract's and ours; of what was seen they hold types,
 * status codes and well-known media types, never a value.
 */
export interface Fact {
  /** `new`: it contradicts nothing, for the contract leaves it open. */
  readonly kind: "contradiction" | "new";
  readonly operation: string;
  readonly place: "status" | "content type" | "body" | "query" | "token";
  /** In a body, a JSON pointer with `*` for any item or any undocumented name; empty for the whole. */
  readonly pointer: string;
  /** What the contract says. */
  readonly contract: string;
  /** What was seen instead. */
  readonly seen: string;
  /** The id of the unknown that it belongs to. */
  readonly unknown?: string;
}

export interface CountedFact extends Fact {
  readonly times: number;
}

/** Groups facts: each is told once, with the number of exchanges that show it. */
export function createFacts() {
  const counted = new Map<string, { fact: Fact; times: number }>();
  return {
    add(facts: readonly Fact[]): void {
      const ofExchange = new Map(facts.map((fact) => [keyOf(fact), fact]));
      for (const [key, fact] of ofExchange) {
        const known = counted.get(key);
        if (known) known.times++;
        else counted.set(key, { fact, times: 1 });
      }
    },
    /** Contradictions first, then in the order of the places. */
    list: (): CountedFact[] =>
      [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { fact, times }]) => ({ ...fact, times })),
  };
}

const keyOf = ({ kind, operation, place, pointer, contract, seen }: Fact) =>
  JSON.stringify([kind, operation, place, pointer, contract, seen]);
