import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.listHeaded({ xRequestSource: "script", xPage: 2, filter: "a b" });
  expect(latestRequest()).toMatchObject({
    headers: { "x-request-source": "script", "x-page": "2" },
    query: { filter: "a b" },
  });
  // @ts-expect-error the required header is missing
  await expectRejection(() => phone.listHeaded({}), 422);
  // @ts-expect-error it is one of two
  await expectRejection(() => phone.listHeaded({ xRequestSource: "elsewhere" }), 422);
}
