import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { createExchange, getExchange } from "./helpers.ts";

const get = (path: string, body: unknown = { used: 1 }, status = 200) => getExchange(path, body, status);

/** Recordings from which a naive reader would propose what the lint or the generator refuses. */
const recordings: Record<string, object[]> = {
  "a slash at the end": [get("billing/usage/"), get("tasks/", [])],
  "two slashes in a row": [get("/billing//usage")],
  "a blank": [get("billing%20usage"), get("billing/usage%20"), get("agents/Phone%20Agent", { agent: { id: 1 } })],
  "a path of another form": ["billing/Usage_Now!", "tasks;v=1", "task.limits", "Tasks", "task_limits"].map((path) =>
    get(path),
  ),
  "braces and percent signs": [get("agents/%7Bid%7D"), get("%7B%7Bversion%7D%7D/tasks"), get("agents/100%25")],
  "only a 101": [get("conversations/5", "", 101)],
  "no success": [get("billing/usage", "", 302), get("billing/catalog", { reason: "x" }, 404)],
  "two values in a row, and one at the top": [get("agents/5/6"), get("5"), get("")],
  "words and values in turn": ["5/versions", "versions/5", "versions/live"].map((path) => get(`agents/${path}`)),
  "names with a meaning": [
    get("billing/usage?a%20b=1&x[]=2&$top=3", { $ref: "#/x", "": 1, "x/y": 2, "~t": 3, "2026": 4 }),
  ],
  "bodies without fields": [get("billing/usage", null), get("billing/catalog", []), get("billing/plans", "x")],
  "lists in lists": [get("billing/usage", [[1], [[2]]]), get("billing/catalog", { items: [[{ id: 1 }], []] })],
  "values of any type": [1, "a", null, [], {}, true].map((value) => get("billing/usage", { used: value, id: value })),
  "a body of a GET and of a DELETE": ["GET", "DELETE"].map((method) =>
    createExchange(
      { method, path: "/api/v2/tasks/5", mediaType: "application/json", body: { id: 1 } },
      { status: 200, mediaType: "application/json", body: { id: 1 } },
    ),
  ),
  "other media types": ["text/csv", "application/xml", "IMAGE/PNG", "application/vnd.x+json; charset=utf-8", "?"].map(
    (mediaType, index) =>
      createExchange({ method: "GET", path: `/api/v2/tasks/${index}` }, { status: 200, mediaType, body: "1,2" }),
  ),
};

test.each(Object.entries(recordings))(
  "what is proposed from a recording with %s is applied and generated",
  async (_, entries) => {
    const folder = mkdtempSync(join(tmpdir(), "learn-proposals-"));
    const [contract, traffic, review] = ["openapi.yaml", "traffic.ndjson", "learned.yaml"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(contract, readFileSync(contractFile));
    writeFileSync(traffic, entries.map((entry) => JSON.stringify(entry)).join("\n"));
    const { exitCode, output } = await runHere(learnCommand, [traffic, "--contract", contract, "--out", review]);
    if (/101/.test(_)) {
      expect([exitCode, output]).toEqual([2, expect.stringContaining("1: a socket")]);
      return;
    }
    expect(exitCode).toBe(0);
    const paths = Object.keys(readContract(contract).paths);
    const isProposed = /^\d+ facts?\.$/m.test(output);
    if (isProposed)
      expect(await runHere(learnCommand, ["--apply", review, "--all", "--contract", contract])).toMatchObject({
        exitCode: 0,
        output: "Changed openapi.yaml. Run `npm run generate`.",
      });
    expect(Object.keys(readContract(contract).paths).length > paths.length).toBe(isProposed);
    await writeGenerated({ file: contract, out: join(folder, "generated") });
  },
  60_000,
);
