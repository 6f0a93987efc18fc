import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractFile, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { generate } from "../../scripts/generate.ts";
import { applyDecisions } from "../../scripts/learn/apply/apply.ts";
import { startMock } from "../../src/mock/index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { decideRehearsal, learnFrom, rehearsalEntries } from "./helpers.ts";

test("what the rehearsal applies generates, and the mock responds to each operation with a success", async () => {
  const initial = readContract();
  const { contract } = applyDecisions(
    initial,
    decideRehearsal(learnFrom(rehearsalEntries(), initial).operations),
  );
  const file = join(mkdtempSync(join(tmpdir(), "rehearsal-")), "openapi.yaml");
  writeFileSync(file, editYaml(readFileSync(contractFile, "utf8"), contract as never));
  const { "operations.ts": operations = "" } = await generate(file);
  const routes = operationsOf(contract);
  expect(routes).toHaveLength(97);
  for (const { id } of routes) expect(operations).toContain(id);

  const mock = await startMock({ contract: file, port: 0, logLevel: "silent" });
  try {
    const failures: string[] = [];
    for (const { method, path, body: declared } of routes) {
      const type = declared?.contents[0]?.mediaType;
      const form = new FormData();
      form.set("name", "Example text");
      const body = type === "multipart/form-data" ? form : new Blob(["{}"], { type: `${type}` });
      const response = await fetch(`${mock.url}${path.replace(/\{\w+\}/g, "1")}?token=t`, {
        method,
        ...(type && { body }),
      });
      if (!response.ok)
        failures.push(`${method} ${path} ${response.status} ${await response.text()}`);
    }
    expect(failures).toEqual([]);
  } finally {
    await mock.close();
  }
});
