import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const location: string = await phone.findRecording(1);
  expect(location).toBe("https://example.com/recording-1");
}
