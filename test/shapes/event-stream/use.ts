import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  // Events may never end, so their text isn't awaited.
  const stream = (await phone.streamFeedback()) satisfies ReadableStream<Uint8Array>;
  expect(stream).toBeInstanceOf(ReadableStream);
  const text = await new Response(stream).text();
  expect(text).toBe('data: {"note":"A"}\n\ndata: {"note":"B"}\n\n');
}
