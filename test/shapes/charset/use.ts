import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const { text } = await phone.readCharset();
  expect(text satisfies string).toBe("één");
}
