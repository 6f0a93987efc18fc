import { memoizeByRef } from "../openapi/cache.ts";
import { asObject, isObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import { pointerOf } from "../openapi/pointer.ts";
import { flattenComposition, propertiesOf } from "../openapi/schema.ts";

type Mark = "readOnly" | "writeOnly";

/** A field of a body. In its pointer, `*` is any item of a list. */
interface MarkedField {
  readonly pointer: string;
  readonly value: unknown;
}

/** Creates the search for fields that a schema marks as those of one direction alone. */
export function createMarkedFieldSearch(document: object) {
  // Most schemas mark none: their bodies aren't searched.
  const hasMarks = memoizeByRef((schema: object) =>
    reachableObjects(document, schema).some((node) => node["readOnly"] || node["writeOnly"]),
  );

  function* search(
    schemas: readonly unknown[],
    value: unknown,
    mark: Mark,
    keys: readonly string[],
  ): Generator<MarkedField> {
    const parts = schemas.flatMap((schema) => flattenComposition(document, schema));
    const inner = (keyword: string) => parts.flatMap((part) => part[keyword] ?? []);
    for (const item of Array.isArray(value) ? value : [])
      yield* search(inner("items"), item, mark, [...keys, "*"]);
    for (const [name, field] of isObject(value) ? Object.entries(value) : []) {
      const own = parts.flatMap((part) => asObject(propertiesOf(document, part))[name] ?? []);
      const declared = own.length > 0 ? own : inner("additionalProperties");
      const path = [...keys, own.length > 0 ? name : "*"];
      if (
        own
          .flatMap((schema) => flattenComposition(document, schema))
          .some((part) => part[mark] === true)
      )
        yield { pointer: pointerOf(path), value: field };
      else yield* search(declared, field, mark, path);
    }
  }

  return (schema: object, value: unknown, mark: Mark): Iterable<MarkedField> =>
    hasMarks(schema) ? search([schema], value, mark, []) : [];
}
