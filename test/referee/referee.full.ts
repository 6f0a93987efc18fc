import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { contractFile } from "../../scripts/contract/document.ts";
import { nodes } from "../../src/openapi/nodes.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { writeTemporaryFile } from "../mock/helpers.ts";
import { contractOf, copyPart, names } from "../shapes/contract.ts";
import { compareVerdicts, type Referee, startReferee, stopReferee } from "./verdicts.ts";

// Quoted: of a block, Prism's reader of YAML loses the last empty line, which ends an event.
const quoted = { aliasDuplicateObjects: false, defaultStringType: "QUOTE_DOUBLE" } as const;
const shapes = contractOf(names.map(copyPart));
// Prism ends if a list in a header is absent, and rejects a request without an optional object.
const skipped = ["X-Levels", "box", "filter"];
for (const { node } of nodes(shapes)) {
  if (Array.isArray(node["parameters"]))
    node["parameters"] = node["parameters"].filter(({ name }) => !skipped.includes(name));
}
const shapesFile = writeTemporaryFile("openapi.yaml", stringify(shapes, quoted));

describe.each([contractFile, shapesFile])("on %s", (file) => {
  let referee: Referee;
  beforeAll(async () => {
    referee = await startReferee(file);
  });
  afterAll(() => stopReferee(referee));

  test("seeded requests get the verdict of Prism and the body of a named example", async () => {
    const { differences, counts } = await compareVerdicts(referee);
    expect(differences).toEqual([]);
    const perOperation =
      Math.min(counts.accepted, counts.rejected) / operationsOf(referee.contract).length;
    expect(perOperation).toBeGreaterThan(4);
    expect(counts.bodies).toBeGreaterThan(0);
  });
});
