import { expect, test } from "vitest";
import { readEvents } from "./recipes/events.ts";

const text = 'event: note\ndata: {"text":"Grüße"}\n\n: a comment\n\ndata: two\ndata: lines\n\n';
const events = [
  { event: "note", data: '{"text":"Grüße"}' },
  { event: "message", data: "two\nlines" },
];

/** Creates a stream of bytes that is cut after each given number of bytes, and counts the pieces that were read. */
function streamOf(size: number) {
  const bytes = new TextEncoder().encode(text);
  let position = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (position >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(position, position + size));
        position += size;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, isAtEnd: () => position >= bytes.length };
}

test.each([1, 2, 7, 1000])("the recipe reads each event of a stream that comes in pieces of %i bytes", async (size) => {
  const readSoFar = [];
  for await (const event of readEvents(streamOf(size).stream)) readSoFar.push(event);
  expect(readSoFar).toEqual(events);
});

test("the recipe yields an event before the stream ends", async () => {
  const { stream, isAtEnd } = streamOf(1);
  const { value } = await readEvents(stream).next();
  expect(value).toEqual(events[0]);
  expect(isAtEnd()).toBe(false);
});
