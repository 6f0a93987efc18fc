import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";
import { type Exchange, verify, verifyHar } from "./recorded.ts";

/** Returns the report as text of responses of this package's operations. */
const textOf = async (...exchanges: readonly Exchange[]) =>
  (await verifyHar(har(...exchanges.map(entry)))).stdout;

test("unknowns that the traffic answers come first, with what was seen", async () => {
  const { tokens, success } = fixtures.listTokens["every-field"];
  const text = await textOf(
    { body: { success, tokens } },
    { url: "/api/v2/webhookRelay/types", body: [] },
  );
  const [, list = ""] = text.split("may answer them.\n");
  expect(list.split("\n    ").map((line) => line.trim().replace(/, .*/s, ""))).toEqual([
    "field-presence: body /message absent",
    "list-tokens-success-status: status 200",
    "list-webhook-relay-types-answer: body array",
    "list-webhook-relay-types-success-status: status 200",
    "list-webhook-relay-types-details",
  ]);
});

test("a 404 of an operation whose path prefix is assumed names what to try", async () => {
  expect(await textOf({ url: "/api/v2/webhookRelay/types", status: 404, body: {} })).toContain(
    "status 404 ×1; the prefix /api/v2 is assumed: try GET /webhookRelay/types",
  );
});

test("a contradiction that the baseline has says why it fails all the same", async () => {
  const exchange = { body: { ...fixtures.listTokens["every-field"], success: false } };
  const { report } = await verify([exchange]);
  const baseline = writeTemporaryFile("report.json", JSON.stringify(report));
  const { exitCode, stdout } = await verifyHar(har(entry(exchange)), "--baseline", baseline);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    "must be true; seen: boolean, once, in the baseline, which excuses new facts alone",
  );
});
