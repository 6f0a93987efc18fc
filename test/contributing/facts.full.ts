import { afterAll, expect, test } from "vitest";
import { describedUnknowns } from "../contract/facts.ts";
import { tokenInHeader } from "./address-plants.ts";
import { allOperations, plants } from "./plants.ts";
import { createProject } from "./project.ts";
import { rewriteExcerpts, rewriteSentences } from "./sentences.ts";
import { closeUnknowns } from "./unknowns/close.ts";

/** A project whose contract becomes better known, one fact after another. */
const project = createProject("facts", { onTestFinished: afterAll });

test.each(Object.entries({ ...plants, "token in a header": tokenInHeader, "all operations": allOperations }))(
  "the fact %s changes only the files that CONTRIBUTING names",
  async (_, { plant, change, mostFiles }) => {
    project.begin();
    await plant(project);
    await project.generate();
    project.expectOnly(change);
    expect(project.filesByHand().length).toBeLessThanOrEqual(mostFiles);
    await project.script("lint", "contract", "validator");
  },
);

test("inputs that got names are sent by name, and by purpose as before", async () => {
  project.write("src/calls.ts", calls);
  expect((await project.output("--import", "tsx", "src/calls.ts")).split("\n")).toEqual([
    "pageNo=3",
    "pageNo=3",
    "isPaginated=true&pageNo=0&roomsPerPage=2",
    "isPaginated=true&pageNo=0&onlyUnread=true",
  ]);
  expect(await project.checkTypes("src/calls.ts")).toMatchObject({ ok: true });
  project.remove("src/calls.ts");
});

test("with these facts and no unknown left, the whole of npm test passes", { timeout: 900_000 }, async () => {
  const contract = project.contract();
  const ids = describedUnknowns(contract).map(({ id }) => id);
  project.writeContract(closeUnknowns(contract, ids));
  rewriteSentences(project, ids);
  rewriteExcerpts(project);
  project.editTable();
  project.note("facts: Every unknown is closed.");
  await project.generate();
  await project.succeeds("--import", "tsx", "scripts/test.ts");
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
