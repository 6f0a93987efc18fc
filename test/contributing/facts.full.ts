import { expect, type TestContext, test } from "vitest";
import { allOperations, type Plant, plants } from "./plants.ts";
import { createProject } from "./project.ts";

/** Plants a fact alone, in a copy of the project. */
async function plantFact({ plant, change, mostFiles }: Plant, context: TestContext) {
  const project = createProject("fact", context);
  await plant(project);
  await project.generate();
  project.expectOnly(change);
  expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
  return project;
}

test.concurrent.for(Object.entries({ ...plants, "all operations": allOperations }))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async ([, plant], context) => {
    const project = await plantFact(plant, context);
    await project.script("lint", "contract", "validator");
  },
);

// The whole of `npm test` takes minutes, so the plants are tested together.
test.concurrent("with all plants, the whole of npm test passes", { timeout: 900_000 }, async (context) => {
  const project = createProject("facts", context);
  for (const { plant } of Object.values(plants)) await plant(project);
  await project.generate();
  await project.script("test");
});

test("inputs that got names are sent by name, and by purpose as before", async (context) => {
  const project = createProject("inputs", context);
  await plants["inputs"]?.plant(project);
  await project.generate();
  project.write("src/calls.ts", calls);
  expect((await project.output("--import", "tsx", "src/calls.ts")).split("\n")).toEqual([
    "pageNo=3",
    "pageNo=3",
    "isPaginated=true&pageNo=0&roomsPerPage=2",
    "isPaginated=true&pageNo=0&onlyUnread=true",
  ]);
  await project.succeeds("node_modules/typescript-7/bin/tsc");
});

const calls = `
import { createPhoneAgentClient } from "./index.ts";

async function fetch(input: Request | string | URL) {
  const { searchParams } = new URL(String(input));
  searchParams.delete("token");
  console.log(String(searchParams));
  return Response.json({ pageSize: 1, pageNumber: 3, totalRooms: 0, rooms: [] });
}
const options = { baseUrl: "https://example.com", token: "demo-token-not-secret", fetch };
await createPhoneAgentClient(options).listJunkInbox({ pageNo: 3 });
await createPhoneAgentClient({ ...options, junkInboxInputNames: { pageNumber: "pageNo" } }).listJunkInbox({ pageNumber: 3 });
await createPhoneAgentClient(options).junkRooms({ pageSize: 2 }).next();
await createPhoneAgentClient(options).junkRooms({ onlyUnread: true }).next();
`;
