import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { allOperations, type Plant, plants } from "./plants.ts";
import { createProject, type Project } from "./project.ts";

let project: Project | undefined;
afterEach(() => project?.remove());

test.each(Object.entries({ ...plants, "all operations": allOperations }))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async (_, plant) => {
    project = createProject("fact");
    await plant.plant(project);
    await project.generate();
    project.expectOnly(plant.change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(plant.mostFiles);
    await project.script("lint", "contract", "validator", "types");
  },
);

test("inputs that got names are sent by name, and by purpose as before", async () => {
  project = createProject("inputs");
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

// The whole of `npm test` takes minutes, so only one fact is planted alone: another one with another commit.
const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
const single = Object.keys(plants)[Number.parseInt(commit.slice(0, 8), 16) % Object.keys(plants).length] as string;

test.each<[name: string, plants: Plant[]]>([
  ["all of these facts", Object.values(plants)],
  [`the fact ${single} alone`, [plants[single] as Plant]],
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
