import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askHidden } from "../../src/verify/live/ask.ts";

/** Asks in a terminal and types the keys, then ends the input. Returns the answer and what the terminal shows. */
async function answerTo(keys: string | undefined, { isTTY = true, isAborted = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const controller = new AbortController();
  const line = askHidden("Token: ", { input, output }, controller.signal);
  if (isAborted) controller.abort();
  else if (keys === undefined) input.end();
  else input.write(keys);
  return [await line, String(output.read() ?? "")];
}

test("a hidden answer is a line of which nothing is shown", async () => {
  expect(await answerTo("tok-secret\r")).toEqual(["tok-secret", "Token: \n"]);
});

test.each([
  ["at Ctrl-C", "\x03", {}],
  ["at the end of the input", undefined, {}],
  ["when its signal aborts", undefined, { isAborted: true }],
])("a hidden answer is `undefined` %s", async (_, keys, options) => {
  expect((await answerTo(keys, options))[0]).toBeUndefined();
});

test("a hidden answer is `undefined`, and nothing is printed, if the input isn't a terminal", async () => {
  expect(await answerTo(undefined, { isTTY: false })).toEqual([undefined, ""]);
});
