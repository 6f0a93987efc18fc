import { asObject } from "../openapi/json.ts";
import type { Pagination } from "../openapi/operation.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import { toSingular } from "../openapi/words.ts";
import type { Exchange } from "../traffic/exchange.ts";
import type {
  OperationMatch,
  VerifiableContract,
  VerifiableOperation,
} from "../traffic/verifiable-contract.ts";
import type { ExchangeFinding } from "./compare.ts";

type Rule = readonly [
  isBroken: boolean,
  field: string | undefined,
  contract: string,
  observation: string,
];

const maxReadings = 10_000;

/**
 * Creates the checks of rules about several responses. Pages (`x-pagination`) have to advance, and
 * to agree with the size and the total that they name; whether a request is for the next page is
 * unknown without the name of that input. A path value that the service lists has to be in the
 * list.
 */
export function createCrossChecks({ operations }: Pick<VerifiableContract, "operations">) {
  /**
   * The last pages of lists that were read one after another, and the ids of the items up to them.
   */
  const readings = new Map<
    string,
    {
      ids: ReadonlySet<string>;
      number: number | undefined;
      isEmpty: boolean;
      requestedPage: number;
    }
  >();
  const listedValues = new Map(
    Object.values(operations).flatMap(({ listedValue }) =>
      listedValue ? [[listedValue.listId, new Set<string>()]] : [],
    ),
  );
  const usedValues: { id: string; name: string; listId: string; value: string }[] = [];

  /** Compares the page in a body with its own fields and with the pages before it. */
  function checkPage(
    { query, session }: Exchange,
    { operation, pageInput: input = "" }: VerifiableOperation,
    fields: Pagination,
    body: Readonly<Record<string, unknown>>,
  ) {
    const items = body[fields.items];
    const names = [fields.page, fields.size, fields.total];
    const isReadable = names.every((name) => name === undefined || Number.isInteger(body[name]));
    // If a field is absent or has a wrong type, the schema reports it.
    if (!Array.isArray(items) || !isReadable) return [];
    const [number, size, total] = names.map((name = "") => body[name] as number | undefined);
    // Integers are left out: they may be the page number, or the size, which the key has from the
    // response.
    const inputs = [...query]
      .filter(([name, value]) => name !== input && !/^\d+$/.test(value))
      .sort();
    const key = JSON.stringify([operation.id, session, size, total, inputs]);
    const reading = readings.get(key);
    const requestedPage = Number(query.get(input) ?? NaN);
    const isNext =
      reading !== undefined &&
      requestedPage === reading.requestedPage + 1 &&
      (total === undefined ? !reading.isEmpty : reading.ids.size < total);
    const follows = isNext || (number ?? 0) > (reading?.number ?? Infinity);
    const ids = new Set(follows ? reading?.ids : []);
    for (const item of items) ids.add(identify(item, fields.items));
    if (reading || readings.size < maxReadings)
      readings.set(key, { ids, number, isEmpty: items.length === 0, requestedPage });
    const isStuck = isNext && number !== undefined && number <= (reading.number ?? -1);
    const isSame = isNext && !isStuck && items.length > 0 && ids.size === reading.ids.size;
    const rules: Rule[] = [
      [items.length > (size ?? Infinity), fields.items, `at most \`${fields.size}\` items`, "more"],
      [
        ids.size > (total ?? Infinity),
        fields.total,
        "the items on all pages",
        "fewer than were read",
      ],
      [isStuck, fields.page, "the page that was requested", "the page before it"],
      [
        isSame,
        fields.items,
        "the items of the page that was requested",
        "those of the page before it",
      ],
    ];
    return rules.flatMap(([isBroken, field, contract, observation]) =>
      isBroken ? createContradiction(operation.id, `/${field}`, contract, observation) : [],
    );
  }

  return {
    /** Returns the findings that an exchange shows together with earlier ones. */
    check(exchange: Exchange, match: OperationMatch): ExchangeFinding[] {
      const { content } = exchange.responseBody;
      if (!isSuccessStatus(exchange.status) || !("value" in content)) return [];
      const { target, pathValues } = match;
      const { listedValue } = target;
      const { id, pagination } = target.operation;
      const list = listedValues.get(id);
      if (list) for (const text of findListedTexts(content.value, true)) list.add(text);
      const value = pathValues[listedValue?.name ?? ""];
      if (listedValue && value !== undefined) usedValues.push({ id, value, ...listedValue });
      return pagination ? checkPage(exchange, target, pagination, Object(content.value)) : [];
    },
    /**
     * Returns the findings that only all exchanges together show, one for each exchange that has
     * it.
     */
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
): ExchangeFinding => ({
  kind: "contradiction",
  operation,
  place: "body",
  pointer,
  contract,
  seen: observation,
});

/**
 * Returns a text that identifies an item: the `roomId` of an item of `rooms`, else its `id`, else
 * the whole item.
 */
const identify = (item: unknown, listName: string): string =>
  JSON.stringify(asObject(item)[`${toSingular(listName)}Id`] ?? asObject(item)["id"] ?? item);

/**
 * Finds the texts in all lists of a body, whose shape is unknown.
 * @param isDeep Whether the texts of objects in a list count, too.
 */
export function* findListedTexts(
  value: unknown,
  isDeep = false,
  isListed = false,
): Generator<string> {
  if (typeof value === "string" && isListed) yield value;
  if (typeof value !== "object" || value === null) return;
  const containsListed = Array.isArray(value) || (isDeep && isListed);
  for (const inner of Object.values(value)) yield* findListedTexts(inner, isDeep, containsListed);
}
