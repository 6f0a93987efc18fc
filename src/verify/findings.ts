/**
 * A difference between an exchange and the contract. Its texts are the contract's and ours; of what was seen they contain
 * types, status codes and well-known media types, never a value.
 */
export interface ExchangeFinding {
  /** `new`: it contradicts nothing, since the contract leaves it open. */
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

export interface CountedFinding extends ExchangeFinding {
  readonly times: number;
}

/** Groups findings: each is reported once, with the number of exchanges that show it. */
export function createFindings() {
  const counted = new Map<string, { finding: ExchangeFinding; times: number }>();
  return {
    add(findings: readonly ExchangeFinding[]): void {
      const ofExchange = new Map(findings.map((finding) => [keyOf(finding), finding]));
      for (const [key, finding] of ofExchange) {
        const known = counted.get(key);
        if (known) known.times++;
        else counted.set(key, { finding, times: 1 });
      }
    },
    /** Contradictions first, then in the order of the places. */
    list: (): CountedFinding[] =>
      [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { finding, times }]) => ({ ...finding, times })),
  };
}

const keyOf = ({ kind, operation, place, pointer, contract, seen }: ExchangeFinding) =>
  JSON.stringify([kind, operation, place, pointer, contract, seen]);
