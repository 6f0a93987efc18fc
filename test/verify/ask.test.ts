import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/verify/live/ask.ts";

/**
 * Asks in a terminal and types the keys, then ends the input. Returns the answer and what the
 * terminal shows.
 */
async function answerTo(
  keys: string | undefined,
  { isTTY = true, hidden = true, isAborted = false } = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const controller = new AbortController();
  const line = ask("Token: ", { input, output }, { hidden, signal: controller.signal });
  if (isAborted) controller.abort();
  else if (keys === undefined) input.end();
  else input.write(keys);
  return [await line, String(output.read() ?? "")];
}

test("ask returns a line, and shows nothing of it if it's hidden", async () => {
  expect(await answerTo("tok-secret\r")).toEqual(["tok-secret", "Token: \n"]);
  const [answer, shownText] = await answerTo("delete\r", { hidden: false });
  expect([answer, shownText]).toEqual(["delete", expect.stringContaining("delete")]);
});

test.each([
  ["at Ctrl-C", "\x03", {}],
  ["at the end of the input", undefined, {}],
  ["when its signal aborts", undefined, { isAborted: true }],
])("ask returns `undefined` %s", async (_, keys, options) => {
  expect((await answerTo(keys, options))[0]).toBeUndefined();
});

test("ask returns `undefined` and prints nothing if the input isn't a terminal", async () => {
  expect(await answerTo(undefined, { isTTY: false })).toEqual([undefined, ""]);
});
