import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const capture: ReadableStream<Uint8Array> = await phone.readCapture(1);
  expect(await new Response(capture).text()).toBe("example bytes");
}
