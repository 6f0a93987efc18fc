import { expect, test } from "vitest";
import { allOperations, plants } from "./plants.ts";
import { createProject, type Project } from "./project.ts";

/** Further expectations on the project with a fact. */
const checks: Record<string, (project: Project) => Promise<void>> = { inputs: expectNamedInputs };

test.concurrent.for(Object.entries({ ...plants, "all operations": allOperations }))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async ([name, { plant, change, mostFiles }], context) => {
    const project = createProject("fact", context);
    await plant(project);
    await project.generate();
    project.expectOnly(change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
    await project.script("lint", "contract", "validator");
    await checks[name]?.(project);
  },
);

// The whole of `npm test` takes minutes, so the plants are tested together.
test.concurrent("with all plants, the whole of npm test passes", { timeout: 900_000 }, async (context) => {
  const project = createProject("facts", context);
  for (const { plant } of Object.values(plants)) await plant(project);
  await project.generate();
  await project.script("test");
});

/** Expects inputs that got names to be sent by name, and by purpose as before. */
async function expectNamedInputs(project: Project): Promise<void> {
  project.write("src/calls.ts", calls);
  expect((await project.output("--import", "tsx", "src/calls.ts")).split("\n")).toEqual([
    "pageNo=3",
    "pageNo=3",
    "isPaginated=true&pageNo=0&roomsPerPage=2",
    "isPaginated=true&pageNo=0&onlyUnread=true",
  ]);
  await project.succeeds("node_modules/typescript-7/bin/tsc");
}

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
