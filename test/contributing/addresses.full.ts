import { expect, test } from "vitest";
import { addressPlants } from "./address-plants.ts";
import { createProject } from "./project.ts";

test.for(Object.entries(addressPlants))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async ([, { plant, change, mostFiles }], context) => {
    const project = createProject("address", context);
    await plant(project);
    await project.generate();
    project.expectOnly(change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
    await project.tests("test/openapi");
  },
);
