import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  const { handler } = await phone.readHandler();
  if (handler?.kind === "agent") expect(handler.version satisfies number).toBe(1);
  else expect.unreachable(handler?.name);
  expect(findings("readHandler", { handler: null })).toEqual({ contradictions: [], news: [] });
  expect(findings("readHandler", { handler: { kind: "person" } }).contradictions).not.toEqual([]);
}
