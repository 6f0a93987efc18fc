import { expect, test } from "vitest";
import { addressPlants } from "./address-plants.ts";
import { createProject, type Project } from "./project.ts";

/** Further expectations on the project with a fact. */
const checks: Record<string, (project: Project) => Promise<void>> = {
  "token in a header alone": expectNoQueryToken,
};

test.for(Object.entries(addressPlants))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async ([name, { plant, change, mostFiles }], context) => {
    const project = createProject("address", context);
    await plant(project);
    await project.generate();
    project.expectOnly(change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
    await project.tests("test/openapi", ...(name in checks ? testsOfSenders : []));
    await checks[name]?.(project);
  },
);

/** The tests that send the token as the samples and workflows do. */
const testsOfSenders = ["test/contract/workflows", "test/docs/samples", "test/docs/mock-samples", "test/readme"];

/** Expects that no text says that the token is in the URL or the query, nor sends it there. */
async function expectNoQueryToken(project: Project): Promise<void> {
  await project.script("lint", "contract", "types");
  await project.script("build");
  await project.script("docs");
  const texts = ["dist", "src", "openapi", "test/samples"].flatMap(project.texts);
  expect(texts.length).toBeGreaterThan(400);
  const query = /tokens? [^.|<]{0,40}\b(?:in|to|with) the (?:URL|query)|query parameter .?token|[?&]token=|token@-/i;
  expect(texts.flatMap(([file, text]) => (query.test(text) ? `${file}: ${query.exec(text)}` : []))).toEqual([]);
}
