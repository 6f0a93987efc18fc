import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  const tree = await phone.readTree();
  expect(tree.children[0]?.children.length satisfies number | undefined).toBe(0);
  const wrong = { label: "a", children: [{ label: "b", children: [{ label: 1, children: [] }] }] };
  expect(findings("readTree", wrong).contradictions).toEqual(["/children/0/children/0/label"]);
}
