import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, expectRejection }: Use): Promise<void> {
  const { number, room } = await phone.sendToTarget({ text: "Example", room: 1 });
  expect([number, room]).toEqual(["+12025550100", undefined]);
  await expectRejection(() => phone.sendToTarget({ text: "Example", room: 1, number: "+12025550100" } as never), 422);
}
