import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { cli } from "../built-package.ts";
import { startNode } from "../mock/command.ts";
import { entry, writeTemporaryFile } from "../traffic/files.ts";

test("verify reads a HAR of 400 MB with a heap of 64 MB", async () => {
  const path = writeTemporaryFile("large.har", "");
  const text = JSON.stringify(
    entry({ url: "/api/v2/junkConversations", body: fixtures.listJunkInbox["every-field"] }),
  );
  const count = Math.ceil(400e6 / text.length);
  const stream = createWriteStream(path);
  stream.write('{"log":{"entries":[');
  for (let index = 0; index < count; index++) {
    if (!stream.write(index === 0 ? text : `,${text}`)) await once(stream, "drain");
  }
  stream.end("]}}");
  await once(stream, "finish");
  const { code, output } = startNode(["--max-old-space-size=64", cli, "verify", "--har", path]);
  expect(await code).toBe(0);
  expect(output.stdout).toContain(
    `as far as it was checked: ${count.toLocaleString("en")} requests to 1 of `,
  );
});
