import { expect, test } from "vitest";
import { isObject } from "../../scripts/contract.ts";
import { build, buildWhole, contract } from "./rebuild.ts";

/** Changes a text, a number or a boolean. */
const changeValue = (value: unknown) =>
  typeof value === "string" ? `${value} changed` : typeof value === "number" ? value + 1 : !value;

/** Yields copies of the contract, each with another value changed, and the path of the value. */
function* changedContracts() {
  const copy = structuredClone(contract);
  function* changesWithin(node: Record<string, unknown>, path: string): Generator<string> {
    for (const [key, value] of Object.entries(node)) {
      if (isObject(value) || Array.isArray(value)) {
        yield* changesWithin(value as Record<string, unknown>, `${path}/${key}`);
        continue;
      }
      node[key] = changeValue(value);
      yield `${path}/${key}`;
      node[key] = value;
    }
  }
  for (const path of changesWithin(copy as never, "")) yield { path, changedContract: structuredClone(copy) };
}

test("a rebuild after any change of a value gives the same files as a whole build, or the same error", async () => {
  const read = (files: Promise<Record<string, string>>) => files.catch((error: Error) => error.message);
  let count = 0;
  for (const { path, changedContract } of changedContracts()) {
    const wholeFiles = await read(buildWhole(changedContract));
    await build(contract);
    expect(await read(build(changedContract)), path).toEqual(wholeFiles);
    count += typeof wholeFiles === "string" ? 0 : 1;
  }
  expect(count).toBeGreaterThan(100);
}, 600_000);
