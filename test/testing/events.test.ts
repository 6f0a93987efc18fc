import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitEvents } from "../../src/core/media.ts";
import { rawRequest, sendRaw } from "../mock/helpers.ts";
import { type Servers, startServers } from "./servers.ts";

let servers: Servers;
beforeAll(async () => {
  servers = await startServers(join(import.meta.dirname, "events.yaml"));
});
afterAll(() => servers?.close());

const events = ["event: ä\ndata: 1\n\n", "data: 2\n\n", ": end\n\n"];
const target = (path: string) => `/api/v2/${path}?token=t`;
const inProcess = (path: string, prefer: string) =>
  servers.server.fetch(`http://phone-agent.test${target(path)}`, { headers: { prefer } });

/** Returns the head and the body that the mock writes, in the chunks of HTTP. */
async function readRaw(path: string, prefer: string): Promise<string[]> {
  const line = `GET ${target(path)}`;
  return (await sendRaw(servers.mock.port, rawRequest(line, `Prefer: ${prefer}\r\n`))).split(/\r\n\r\n(.*)/s);
}

/** Returns the pieces in which the body of a response is read. */
async function readPieces({ body }: Response): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of body ?? []) pieces.push(new TextDecoder().decode(piece));
  return pieces;
}

test.each(["delay=0", "delay=5", "example=three"])("both servers send events one by one, with %s", async (prefer) => {
  const chunks = events.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  const [head, body] = await readRaw("events", prefer);
  expect([head, body]).toEqual([
    expect.stringMatching(/^HTTP\/1.1 200 .*text\/event-stream/s),
    `${chunks.join("")}0\r\n\r\n`,
  ]);
  expect(await readPieces(await inProcess("events", prefer))).toEqual(events);
});

test("a body that isn't a stream of events, and one without events, have a length", async () => {
  for (const [path, prefer, text] of [
    ["lines", "delay=0", "a\n\nb\n\n"],
    ["events", "example=none", ""],
  ] as const) {
    const [head, body] = await readRaw(path, prefer);
    expect([/content-length: (\d+)/i.exec(head ?? "")?.[1], body]).toEqual([String(text.length), text]);
    expect((await readPieces(await inProcess(path, prefer))).join("|")).toBe(text);
  }
});

test("a stream of events has the faults of other bodies", async () => {
  const bytes = Buffer.from(events.join(""));
  const [head, body] = await readRaw("events", "fault=truncate");
  expect([head, body]).toEqual([expect.stringMatching(/content-length: 35/i), bytes.toString("utf8", 0, 17)]);
  await expect((await inProcess("events", "fault=truncate")).text()).rejects.toThrow("terminated");
  await expect((await inProcess("events", "fault=garbage")).json()).rejects.toThrow(SyntaxError);
});

test("a stream of events is one delivered entry of the journal", async () => {
  const { mock } = servers;
  const response = await fetch(`${mock.url}${target("events")}`, { headers: { "mock-run": "events" } });
  expect(await response.text()).toBe(events.join(""));
  expect(mock.journal("events")).toMatchObject([{ operation: "streamEvents", example: "three", delivered: true }]);
});

test.each([
  ["a\n\nb\n\n", ["a\n\n", "b\n\n"]],
  ["a\r\nb\r\n\r\nc\r\n\r\n", ["a\r\nb\r\n\r\n", "c\r\n\r\n"]],
  ["a\rb\r\rc\r\r", ["a\rb\r\r", "c\r\r"]],
  ["a\r\n\nb", ["a\r\n\n", "b"]],
  ["a\n\n\n\nb\n", ["a\n\n\n\n", "b\n"]],
  ["\n\na\n\nb", ["\n\na\n\n", "b"]],
  ["a\nb", ["a\nb"]],
  ["\n\n", ["\n\n"]],
  ["", [""]],
])("the events of %j end at blank lines", (text, expected) => {
  expect(splitEvents(text, "text/event-stream")).toEqual(expected);
});
