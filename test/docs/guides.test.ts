import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { connect } from "../mcp/server.ts";
import { knownDifferences } from "../referee/known-differences.ts";

const readGuide = (name: string) => readFileSync(join(root, "scripts/docs/guides", name), "utf8");

test("the guide to tests lists each known difference between the servers and Prism, and no other", () => {
  const [section = ""] = readGuide("5-testing.md")
    .split(/^##+ /m)
    .filter((part) => part.startsWith("Known differences and limits"));
  const differences = [...section.matchAll(/^- (.*)$/gm)].map(([, reason]) => reason);
  expect(differences).toEqual(knownDifferences.map(({ reason }) => reason));
});

test("the server returns the results that the session in the guide shows", async () => {
  const guide = readGuide("9-agents.md");
  const { client } = await connect(["--mock"]);
  const blocks = [...guide.slice(guide.indexOf("<!-- session -->")).matchAll(/```json\n(.+)\n```/g)];
  const messages = blocks.map(([, text = ""]) => JSON.parse(text));
  expect(messages.length).toBeGreaterThan(4);
  for (let index = 0; index < messages.length; index += 2) {
    const { structuredContent } = await client.callTool(messages[index]);
    expect(structuredContent).toMatchObject(withAsymmetricLists(messages[index + 1]));
  }
});

/** Replaces lists by matchers of some of their items, since the guide shows lists in part. */
const withAsymmetricLists = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Array.isArray(inner) ? expect.arrayContaining(inner.map((item) => expect.objectContaining(item))) : inner,
    ]),
  );
