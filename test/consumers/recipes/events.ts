import { EventSourceParserStream } from "eventsource-parser/stream";

/** Yields the events of a call whose response is `text/event-stream`, each as it arrives. */
export async function* readEvents(bytes: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const events = bytes
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event = "message", data } of events) yield { event, data };
}
