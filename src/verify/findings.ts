/**
 * A difference between an exchange and the contract. Of the exchange, its texts contain types, status codes, well-known
 * media types and names of usual words, never a value.
 */
export interface ExchangeFinding {
  /** `new`: the exchange shows a fact that the contract doesn't contain, and contradicts none. */
  readonly kind: "contradiction" | "new";
  readonly operation: string;
  readonly place: "status" | "content type" | "body" | "query" | "token";
  /** In a body, a JSON pointer; in a query, a name. `*` is any item or a name that may be data. Else empty. */
  readonly pointer: string;
  /** The contract's side of the difference, in words. */
  readonly contract: string;
  /** The exchange's side: a type, a status, or a media type. */
  readonly seen: string;
  /** The id of the contract's unknown that the exchange answers. */
  readonly unknown?: string;
}

export interface CountedFinding extends ExchangeFinding {
  readonly times: number;
}

export const describeFinding = ({ place, pointer, contract, seen: observation, times }: CountedFinding): string =>
  `${place}${pointer && ` ${pointer}`}, contract: ${contract}; seen: ${observation}, ` +
  (times === 1 ? "once" : `${times.toLocaleString("en")} times`);
