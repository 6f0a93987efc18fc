import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent, rejects }: Use): Promise<void> {
  await phone.listHeaded({ xRequestSource: "script", xPage: 2, filter: "a b" });
  expect(sent()).toMatchObject({ headers: { "x-request-source": "script", "x-page": "2" }, query: { filter: "a b" } });
  // @ts-expect-error the required header is missing
  await rejects(() => phone.listHeaded({}), 422);
  // @ts-expect-error it is one of two
  await rejects(() => phone.listHeaded({ xRequestSource: "elsewhere" }), 422);
}
