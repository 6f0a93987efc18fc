import { expect } from "vitest";
import { isHttpError } from "../../../src/index.ts";
import type { Use } from "../use.ts";

export default async function ({ phone, isMock, server }: Use): Promise<void> {
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
  if (isMock) return;
  server.on.changeOrder.fail(422, 1);
  expect(await fails("")).toMatchObject({ status: 422, body: { problem: "Example problem" } });
}
