import { test } from "vitest";
import { stringify } from "yaml";
import { describedUnknowns } from "../openapi/facts.ts";
import { createProject } from "./project.ts";
import { rewriteSentences } from "./sentences.ts";
import { closeAll } from "./unknowns/close.ts";

test("with no unknown left, the contract is valid, types are right, and tests of mechanisms pass", async (context) => {
  const project = createProject("closed", context);
  const contract = project.contract();
  const ids = describedUnknowns(contract).map(({ id }) => id);
  const text = stringify(closeAll(contract), { aliasDuplicateObjects: false, lineWidth: 120 });
  project.write("openapi/openapi.yaml", text);
  rewriteSentences(project, ids);
  project.editTable();
  project.note("facts: Every unknown is closed.");
  await project.generate();
  await project.script("lint", "contract", "validator", "types");
  await project.tests("--project", "mechanisms");
});
