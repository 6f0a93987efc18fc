import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/verify/live/ask.ts";

const { signal } = new AbortController();

function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk) => (shown += chunk));
  return { input, output, shown: () => shown };
}

test("a hidden line is returned, and nothing of it is shown", async () => {
  const { input, output, shown } = terminal();
  const line = ask("Token: ", { input, output }, { hidden: true, signal });
  input.write("tok-secret\r");
  expect(await line).toBe("tok-secret");
  expect(shown()).toBe("Token: \n");
});

test("a line that isn't hidden is returned", async () => {
  const { input, output } = terminal();
  const line = ask("Type it: ", { input, output }, { signal });
  input.write("deleteSipRegistration\r");
  expect(await line).toBe("deleteSipRegistration");
});

test.each([
  ["Ctrl-C", "\x03"],
  ["the end of the input", undefined],
])("%s is no line", async (_, key) => {
  const { input, output } = terminal();
  const line = ask("Token: ", { input, output }, { hidden: true, signal });
  if (key === undefined) input.end();
  else input.write(key);
  expect(await line).toBeUndefined();
});

test("where there is no terminal, nobody is asked", async () => {
  const { input, output, shown } = terminal(false);
  expect(await ask("Token: ", { input, output }, { signal })).toBeUndefined();
  expect(shown()).toBe("");
});

test("a signal to the process ends the question", async () => {
  const controller = new AbortController();
  const line = ask("Token: ", terminal(), { hidden: true, signal: controller.signal });
  controller.abort();
  expect(await line).toBeUndefined();
});
