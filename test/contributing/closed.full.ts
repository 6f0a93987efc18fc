import { test } from "vitest";
import { stringify } from "yaml";
import { describedUnknowns } from "../openapi/facts.ts";
import { createProject } from "./project.ts";
import { rewriteExcerpts, rewriteSentences } from "./sentences.ts";
import { closeAll } from "./unknowns/close.ts";

test("with no unknown left and every operation documented, the whole of npm test passes", async (context) => {
  const project = createProject("closed", context);
  const contract = project.contract();
  const ids = describedUnknowns(contract).map(({ id }) => id);
  const text = stringify(closeAll(contract), { aliasDuplicateObjects: false, lineWidth: 120 });
  project.write("openapi/openapi.yaml", text);
  rewriteSentences(project, ids);
  rewriteExcerpts(project);
  project.editTable();
  project.note("facts: Every unknown is closed.");
  await project.generate();
  await project.script("test");
}, 900_000);
