import { afterEach, expect, test } from "vitest";
import { allOperations, type Plant, plants } from "./plants.ts";
import { createProject, type Project } from "./project.ts";

let project: Project | undefined;
afterEach(() => project?.remove());

test.each(Object.entries(plants))("the fact %s changes only the files that CONTRIBUTING names", async (_, plant) => {
  project = createProject("fact");
  await plant.plant(project);
  await project.generate();
  project.expectOnly(plant.change);
  expect(project.filesByHand().length).toBeLessThanOrEqual(plant.mostFiles);
  await project.script("lint", "contract", "validator", "types");
});

// The whole of `npm test` takes minutes: once with all five facts together, and once with 97 operations.
test.each<[name: string, plants: Plant[]]>([
  ["the five facts", Object.values(plants)],
  ["97 documented operations, in every shape", [allOperations]],
])(
  "with %s, the whole of npm test passes",
  async (_, facts) => {
    project = createProject("facts");
    for (const { plant } of facts) await plant(project);
    await project.generate();
    await project.script("test");
  },
  900_000,
);
