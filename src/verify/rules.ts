import type { Pagination } from "../core/model.ts";
import type { Exchange } from "../traffic/exchange.ts";
import type { ExchangeFinding } from "./compare.ts";
import type { VerifiableContract, VerifiableOperation } from "./contract.ts";

const maxReadings = 10_000;

/**
 * Creates the checks of rules about several responses. Pages (`x-pagination`) have at most as many items as they say, and
 * have to advance; whether a request is for the next page is unknown without the name of that input. A path value that
 * the service lists has to be in the list.
 */
export function createRules({ operations }: Pick<VerifiableContract, "operations">) {
  /** The last pages of lists that were read one after another: their first item, and the number of items up to them. */
  const readings = new Map<
    string,
    { first: string | undefined; count: number; number: number; requestedPage: number }
  >();
  const listedValues = new Map(
    Object.values(operations).flatMap(({ listedValue }) =>
      listedValue ? [[listedValue.listId, new Set<string>()]] : [],
    ),
  );
  const usedValues: { id: string; name: string; listId: string; value: string }[] = [];

  /** Compares the page in a body with its own fields and with the page before it. */
  function checkPage(
    { query, session }: Exchange,
    { id, pageInput = "" }: VerifiableOperation,
    fields: Pagination,
    body: Readonly<Record<string, unknown>>,
  ) {
    const items = body[fields.items];
    const names = [fields.page, fields.size, fields.total];
    const isReadable = names.every((name) => name === undefined || Number.isInteger(body[name]));
    // If a field is absent or has a wrong type, the schema reports it.
    if (!Array.isArray(items) || !isReadable) return [];
    const [number = NaN, size = Infinity, total = Infinity] = names.map(
      (name = "") => body[name] as number | undefined,
    );
    // Integers are left out: they may be the page number, or the size, which the key has from the response.
    const inputs = [...query].filter(([name, value]) => name !== pageInput && !/^\d+$/.test(value)).sort();
    const key = JSON.stringify([id, session, size, total, inputs]);
    const reading = readings.get(key);
    const requestedPage = Number(query.get(pageInput) ?? NaN);
    const isNext = reading?.first !== undefined && requestedPage === reading.requestedPage + 1;
    const hasNext = isNext && reading.count < total;
    const count = items.length + (isNext ? reading.count : 0);
    const first = JSON.stringify(items[0]);
    if (reading || readings.size < maxReadings) readings.set(key, { first, count, number, requestedPage });
    const contradict = (isBroken: boolean, field: string | undefined, contract: string, seen: string) =>
      isBroken ? [createContradiction(id, `/${field}`, contract, seen)] : [];
    const isStuck = hasNext && number <= reading.number;
    const isSame = hasNext && !isStuck && first === reading.first;
    return [
      ...contradict(items.length > size, fields.items, `at most \`${fields.size}\` items`, "more"),
      ...contradict(isStuck, fields.page, "the page that was requested", "the page before it"),
      ...contradict(isSame, fields.items, "the items of the page that was requested", "those of the page before it"),
    ];
  }

  return {
    /** Returns the findings that an exchange shows together with earlier ones. */
    check(
      exchange: Exchange,
      operation: VerifiableOperation,
      pathValues: Readonly<Record<string, string>>,
    ): ExchangeFinding[] {
      const { content } = exchange.responseBody;
      if (exchange.status < 200 || exchange.status >= 300 || !("value" in content)) return [];
      const { id, listedValue, pagination } = operation;
      const list = listedValues.get(id);
      if (list) for (const text of findListedTexts(content.value)) list.add(text);
      const value = pathValues[listedValue?.name ?? ""];
      if (listedValue && value !== undefined) usedValues.push({ id, value, ...listedValue });
      return pagination ? checkPage(exchange, operation, pagination, Object(content.value)) : [];
    },
    /** Returns the findings that only all exchanges together show, one for each exchange that has it. */
    finish(): ExchangeFinding[] {
      return usedValues.flatMap(({ id, name, listId, value }) => {
        const list = listedValues.get(listId);
        if (!list?.size || list.has(value)) return [];
        return createContradiction(id, "", `a ${name} that the list has`, `another ${name}`);
      });
    },
  };
}

const createContradiction = (
  operation: string,
  pointer: string,
  contract: string,
  observation: string,
): ExchangeFinding => ({ kind: "contradiction", operation, place: "body", pointer, contract, seen: observation });

/** Finds the texts in all lists of a body, whose shape is unknown. */
export function* findListedTexts(value: unknown, isListed = false): Generator<string> {
  if (typeof value === "string" && isListed) yield value;
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) yield* findListedTexts(inner, Array.isArray(value));
}
