import fc from "fast-check";
import { expect, test } from "vitest";
import { startReady } from "./command.ts";
import { rawRequest, sendRaw, statusOf } from "./helpers.ts";

const paths = ["tokens", "junkConversations", "webhookRelay/", "sip/registration"].map(
  (path) => `/api/v2/${path}`,
);
const method = fc.constantFrom(
  ..."GET DELETE POST PUT HEAD OPTIONS TRACE PATCH CONNECT NONSENSE".split(" "),
);
const hostile = fc.constantFrom(
  ..."% %zz %00 .. %2e%2e // ? & = # {type} [ \\ ' \" \u0001".split(" "),
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(""));
const target = fc
  .tuple(fc.constantFrom(...paths, "/__mock/", "/", ""), text, fc.boolean())
  .map(([path, end, token]) => path + end + (token ? "?token=t" : ""));
const name = fc.constantFrom(
  ..."Prefer Accept Content-Type Content-Length Transfer-Encoding Mock-Run Expect Upgrade Cookie".split(
    " ",
  ),
);
const preference = fc.constantFrom(
  ..."code=503 code=99 example=empty example= dynamic=true fault=truncate times=1 ;;,,==".split(
    " ",
  ),
);
const header = fc.tuple(
  name,
  fc.oneof(preference, text, fc.constantFrom("chunked", "4", "application/json", "*/*")),
);
const headers = fc
  .array(header, { maxLength: 4 })
  .map((lines) => lines.map(([key, value]) => `${key}: ${value}\r\n`).join(""));

test("thousands of requests of every kind get a response or a closed connection, and never a 5xx", async () => {
  const { child, url, output, get } = await startReady();
  const port = Number(new URL(url).port);
  const hostileRequest = fc.tuple(method, target, headers, fc.string({ maxLength: 40 }));
  let responseCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostileRequest, { minLength: 20, maxLength: 20 }), async (batch) => {
      const statuses = await Promise.all(
        batch.map(async ([verb, path, head, body]) => {
          const response = await sendRaw(port, rawRequest(`${verb} ${path}`, head, body), {
            halfClose: true,
          }).catch((error) => {
            if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
            return "";
          });
          // A 5xx by `code=` is labeled as unspecified.
          return response.includes("mock-unspecified: status, body") ? 0 : statusOf(response);
        }),
      );
      responseCount += statuses.filter((status) => status > 0).length;
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    }),
    { seed: 20_261_121, numRuns: 250 },
  );
  expect(responseCount).toBeGreaterThan(2500);
  expect((await get("/api/v2/tokens?token=t")).status).toBe(200);
  expect(child.exitCode).toBeNull();
  const lines = output.stderr.trim().split("\n");
  const isRequest = (line: string) =>
    /^(\S+ (no operation|\w+) [1-5]\d\d( |$)|The mock listens)/.test(line);
  expect(lines.filter((line) => !isRequest(line))).toEqual([]);
});
