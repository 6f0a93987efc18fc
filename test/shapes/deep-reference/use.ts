import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  const { chapters } = await phone.readOutline();
  const chapter = await phone.readChapter();
  expect([chapters[0]?.name satisfies string | undefined, chapter.name satisfies string]).toEqual([
    "Example",
    "Example",
  ]);
  expect(findings("readChapter", { name: 1 }).contradictions).toEqual(["/name"]);
}
