import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/verify/live/ask.ts";

const { signal } = new AbortController();

function createTerminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let outputText = "";
  output.on("data", (chunk) => (outputText += chunk));
  return { input, output, shown: () => outputText };
}

test("ask returns a hidden line, and shows nothing of it", async () => {
  const { input, output, shown: outputText } = createTerminal();
  const line = ask("Token: ", { input, output }, { hidden: true, signal });
  input.write("tok-secret\r");
  expect(await line).toBe("tok-secret");
  expect(outputText()).toBe("Token: \n");
});

test("ask returns a line that isn't hidden", async () => {
  const { input, output } = createTerminal();
  const line = ask("Type it: ", { input, output }, { signal });
  input.write("deleteSipRegistration\r");
  expect(await line).toBe("deleteSipRegistration");
});

test.each([
  ["Ctrl-C", "\x03"],
  ["the end of the input", undefined],
])("ask returns `undefined` at %s", async (_, key) => {
  const { input, output } = createTerminal();
  const line = ask("Token: ", { input, output }, { hidden: true, signal });
  if (key === undefined) input.end();
  else input.write(key);
  expect(await line).toBeUndefined();
});

test("ask returns `undefined` and prints nothing if the input isn't a terminal", async () => {
  const { input, output, shown: outputText } = createTerminal(false);
  expect(await ask("Token: ", { input, output }, { signal })).toBeUndefined();
  expect(outputText()).toBe("");
});

test("ask returns `undefined` when its signal aborts", async () => {
  const controller = new AbortController();
  const line = ask("Token: ", createTerminal(), { hidden: true, signal: controller.signal });
  controller.abort();
  expect(await line).toBeUndefined();
});
