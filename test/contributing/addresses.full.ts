import { afterAll, expect, test } from "vitest";
import { addressPlants } from "./address-plants.ts";
import { createProject } from "./project.ts";

/** A project whose address becomes known, and then that the token is sent in a header alone. */
const project = createProject("addresses", { onTestFinished: afterAll });

test.each(Object.entries(addressPlants))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async (_, { plant, change, mostFiles }) => {
    project.begin();
    await plant(project);
    await project.generate();
    project.expectOnly(change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
  },
);

test("with these facts, the tests pass that send the token as samples and workflows do", async () => {
  const senders = ["test/contract/workflows", "test/docs/samples", "test/docs/mock-samples", "test/readme"];
  await project.tests("test/contract", ...senders);
  await project.script("lint", "contract");
  expect(await project.checkTypes("src", "test/contract")).toMatchObject({ ok: true });
});

test("no text says that the token is in the URL or the query, nor sends it there", async () => {
  await project.script("build");
  await project.script("docs");
  const texts = ["dist", "src", "openapi", "test/samples"].flatMap(project.texts);
  expect(texts.length).toBeGreaterThan(400);
  const query = /tokens? [^.|<]{0,40}\b(?:in|to|with) the (?:URL|query)|query parameter .?token|[?&]token=|token@-/i;
  expect(texts.flatMap(([file, text]) => (query.test(text) ? `${file}: ${query.exec(text)}` : []))).toEqual([]);
});
