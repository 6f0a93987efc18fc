import { expect } from "vitest";
import { isHttpError } from "../../../src/index.ts";
import type { Use } from "../use.ts";

export default async function ({ phone, isMock, server, url }: Use): Promise<void> {
  const fails = async (Prefer: string) =>
    phone.changeOrder(1, { amount: 1 }, { headers: { Prefer } }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );
  const error = await fails("code=422");
  expect(isHttpError(error, "changeOrder", 404)).toBe(false);
  expect(isHttpError(error, "listTokens")).toBe(false);
  if (!isHttpError(error, "changeOrder", 422)) return expect.unreachable();
  const { problem }: { problem: string } = error.body;
  expect(problem).toBe("Example problem");
  // @ts-expect-error the contract has no such field
  error.body.reason;
  expect(await fails("code=404")).toMatchObject({ kind: "http", status: 404, body: undefined });
  expect(await fails("code=409")).toMatchObject({ status: 409, body: { problem: "Another problem" } });
  expect(await fails("code=422, example=closed")).toMatchObject({ status: 422, body: { field: "" } });
  const invalid: unknown = await phone.changeOrder(1, JSON.parse("{}")).catch((error) => error);
  if (!isHttpError(invalid, "changeOrder", 422)) return expect.unreachable();
  expect(invalid.body).toEqual({ problem: "Example problem", field: "amount" });
  expect(invalid.message).toContain("The body, amount, is missing.");
  expect(JSON.stringify(invalid.body)).not.toContain("missing");
  const request = { method: "PUT", headers: { "content-type": "application/json" }, body: '{"amount":1}' };
  const rejection = await (isMock ? fetch : server.fetch)(`${url}/api/v2/shapes/orders/1`, request);
  expect(await rejection.json()).toEqual({ problem: "Another problem", field: "" });
  expect([rejection.status, rejection.headers.get("mock-source"), rejection.headers.get("mock-rejection")]).toEqual([
    401,
    "mock",
    "Credentials are missing: pass the query parameter token.",
  ]);
  if (isMock) return;
  server.on.changeOrder.fail(422, 1);
  expect(await fails("")).toMatchObject({ status: 422, body: { problem: "Example problem" } });
}
