import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings, expectRejection }: Use): Promise<void> {
  const { id, title, text } = await phone.publishDraft({ title: "Example" });
  expect([id satisfies number, title satisfies string, text satisfies string | undefined]).toEqual([
    1,
    "Example",
    "Example",
  ]);
  // @ts-expect-error A part requires the title.
  await expectRejection(() => phone.publishDraft({ text: "Example" }), 422);
  expect(findings("publishDraft", { id: "1", title: "Example" }).contradictions).toEqual(["/id"]);
}
