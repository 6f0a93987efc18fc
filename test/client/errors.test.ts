import { inspect } from "node:util";
import { expect, test } from "vitest";
import * as client from "../../src/index.ts";
import { PhoneAgentError } from "../../src/index.ts";
import { failureOf, json, serve, token } from "./server.ts";

test("index exports the client, the error and the helpers, and nothing else", () => {
  expect(Object.keys(client).sort()).toEqual([
    "PhoneAgentError",
    "createPhoneAgentClient",
    "isHttpError",
    "parseRoomId",
    "relayHeaders",
    "unixDate",
  ]);
});

test("PhoneAgentError.is knows the error of another copy of the package from other values", () => {
  const foreignError = Object.assign(new Error("x"), { name: "PhoneAgentError", kind: "network" });
  expect(PhoneAgentError.is(foreignError)).toBe(true);
  for (const value of [new Error("x"), undefined, null, "PhoneAgentError"])
    expect(PhoneAgentError.is(value)).toBe(false);
});

test("an error names the operation, the method, the path with its values and the reason, and contains the response", async () => {
  await using service = await serve(json({ reason: "gone" }, 404, { "x-request-id": "7" }));
  const error = await failureOf(service.phone.getWebhookRelay("a b"));
  expect(error).toBeInstanceOf(PhoneAgentError);
  expect(String(error)).toBe(
    "PhoneAgentError: getWebhookRelay: The service responded with status 404. Nothing may be there, or check baseUrl. See error.body.",
  );
  expect({ ...error }).toEqual({
    kind: "http",
    operation: "getWebhookRelay",
    method: "GET",
    path: "/api/v2/webhookRelay/a%20b",
    status: 404,
    attempts: 1,
    delaysMs: [],
    mayHaveTakenEffect: false,
  });
  expect([error.body, error.headers?.get("x-request-id")]).toEqual([{ reason: "gone" }, "7"]);
});

test("PhoneAgentError.create makes an error like the client's, for stubs", () => {
  const body = { reason: "gone" };
  const error = PhoneAgentError.create({
    kind: "http",
    status: 404,
    operation: "listTokens",
    message: "Gone.",
    digest: undefined,
    body,
  });
  expect(String(error)).toBe("PhoneAgentError: listTokens: Gone.");
  const defaults = { attempts: 0, delaysMs: [], mayHaveTakenEffect: false };
  expect({ ...error }).toEqual({ kind: "http", status: 404, operation: "listTokens", ...defaults });
  expect(error.body).toBe(body);
  const { message } = PhoneAgentError.create({
    kind: "aborted",
    cause: 0,
    operation: "listTokens",
  });
  expect(message).toBe("listTokens: aborted");
  expect(inspect(error)).not.toContain("undefined");
});

test("isHttpError distinguishes the operation and the status of a response", async () => {
  await using service = await serve(json({ problem: 1 }, 404));
  const error = await failureOf(service.phone.listTokens());
  expect([
    client.isHttpError(error, "listTokens"),
    client.isHttpError(error, "listTokens", 404),
    client.isHttpError(error, "listTokens", 422),
    client.isHttpError(error, "getWebhookRelay", 404),
    client.isHttpError(new Error("x"), "listTokens"),
  ]).toEqual([true, true, false, false, false]);
});

test("the `digest` of a framework's error is kept, without its text, and nothing is sent again", async () => {
  let fetchCount = 0;
  const fetch = async (url: string) => {
    fetchCount++;
    throw Object.assign(new Error(`no-store fetch ${url}`), { digest: "DYNAMIC_SERVER_USAGE" });
  };
  const phone = client.createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch });
  const error = await failureOf(phone.listTokens());
  expect(error).toMatchObject({ kind: "network", digest: "DYNAMIC_SERVER_USAGE", attempts: 1 });
  expect(inspect(error)).not.toContain("EXAMPLE_TOKEN");
  expect(fetchCount).toBe(1);
});
