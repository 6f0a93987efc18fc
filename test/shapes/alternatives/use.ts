import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  const channel = await phone.readChannel();
  expect(channel.label satisfies string).toBe("Example");
  if (channel.kind === "call") expect(channel.number satisfies string).toBe("+12025550100");
  else expect.unreachable(channel.text);
  // A field more is an additive change, also within an alternative.
  const { contradictions, news } = findings("readChannel", { ...channel, added: 1 });
  expect(contradictions).toEqual([]);
  expect(news).toEqual(["/added"]);
  expect(findings("readChannel", { kind: "call", label: "Example" }).contradictions).not.toEqual([]);
}
