import { expect, test } from "vitest";
import * as client from "../../src/index.ts";
import { PhoneAgentError } from "../../src/index.ts";
import { failureOf, json, misbehaving } from "./server.ts";

test("index exports the client, the error and the helpers, and nothing else", () => {
  expect(Object.keys(client).sort()).toEqual([
    "PhoneAgentError",
    "createPhoneAgentClient",
    "parseRoomId",
    "relayHeaderList",
    "relayHeaders",
    "unixDate",
  ]);
});

test("PhoneAgentError.is tells the client's errors from everything else", async () => {
  await using service = await misbehaving(json({}, 404));
  const error: unknown = await failureOf(service.phone.listTokens());
  expect(PhoneAgentError.is(error)).toBe(true);
  expect(error).toBeInstanceOf(PhoneAgentError);
  expect(error).toBeInstanceOf(Error);
  for (const other of [new Error("x"), undefined, null, "PhoneAgentError", 5, {}])
    expect(PhoneAgentError.is(other)).toBe(false);
});

test("PhoneAgentError.is holds for the error of another copy of the package", () => {
  const other = Object.assign(new Error("x"), { name: "PhoneAgentError", kind: "network" });
  expect(PhoneAgentError.is(other)).toBe(true);
});

test("an error says its name, the operation and the reason", async () => {
  await using service = await misbehaving(json({}, 404));
  const error = await failureOf(service.phone.deleteSipRegistration());
  expect(String(error)).toBe(
    "PhoneAgentError: deleteSipRegistration: the service answered with status 404. Check baseUrl and the values in the path. See excerpt.",
  );
});
