import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, isMock, server }: Use): Promise<void> {
  if (isMock) return;
  server.on.listEvents.for({ after: "second" }).reply("second");
  const events: number[] = [];
  for await (const event of phone.items("listEvents")) events.push(event satisfies number);
  expect(events).toEqual([1, 2, 3]);
}
