import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import type { JunkInboxPage, PhoneAgentClient, Room } from "../../src/index.ts";
import { failureOf, json, type Responder, serve } from "./server.ts";

const junkInboxInputNames = { paginate: "paged", pageNumber: "page", pageSize: "size", unreadOnly: "unread" };
const room = fixtures.listJunkInbox["every-field"].rooms[0] as Room;

/** Creates a responder for a junk inbox of some rooms. `change` edits a page. */
function inbox(
  totalRooms: number,
  change: (page: JunkInboxPage, requested: number) => object = (page) => page,
): Responder {
  return (response, request) => {
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    const pageNumber = Number(query.get("page"));
    const pageSize = Number(query.get("size") ?? 2);
    const ids = Array.from({ length: totalRooms }, (_, id) => id).slice(
      pageNumber * pageSize,
      (pageNumber + 1) * pageSize,
    );
    const rooms = ids.map((id): Room => ({ ...room, id, roomId: `1:${id}` }));
    json(change({ pageSize, pageNumber, totalRooms, rooms }, pageNumber))(response, request, 1);
  };
}

async function idsOf(rooms: AsyncIterable<Room>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of rooms) ids.push(id);
  return ids;
}

test("junkRooms yields every room of every page once, and stops by totalRooms", async () => {
  await using service = await serve(inbox(5), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ unreadOnly: true }))).toEqual([0, 1, 2, 3, 4]);
  expect(service.requests.map(({ target }) => target.replace(/.*\?|&token.*/g, ""))).toEqual([
    "paged=true&page=0&unread=true",
    "paged=true&page=1&unread=true",
    "paged=true&page=2&unread=true",
  ]);
});

test("no page is requested after a last page that is full", async () => {
  await using service = await serve(inbox(4), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3]);
  expect(service.requests.length).toBe(2);
});

test("junkRoomPages yields the unchanged pages", async () => {
  await using service = await serve(inbox(3), { junkInboxInputNames });
  const pages: JunkInboxPage[] = [];
  for await (const page of service.phone.junkRoomPages({ pageSize: 2 })) pages.push(page);
  expect(pages.map(({ pageNumber, rooms }) => [pageNumber, rooms.length])).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test("without the name of `paginate`, the pages rely on the service to paginate by default", async () => {
  await using service = await serve(inbox(3), { junkInboxInputNames: { pageNumber: "page" } });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2]);
  expect(service.requests.map(({ target }) => /[?&]page=\d/.exec(target)?.[0].slice(1))).toEqual(["page=0", "page=1"]);
});

test("an empty inbox has no rooms, and one page", async () => {
  await using service = await serve(inbox(0), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([]);
  expect(service.requests.length).toBe(1);
});

test("an empty page ends the pages, whatever totalRooms says", async () => {
  const overstated = inbox(3, (page) => ({ ...page, totalRooms: 1_000 }));
  await using service = await serve(overstated, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2]);
  expect(service.requests.length).toBe(3);
});

test("the pages go on from the first page number", async () => {
  await using service = await serve(inbox(5), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ pageNumber: 1 }))).toEqual([2, 3, 4]);
  // The number of rooms on the previous pages is unknown, so only the empty page ends the loop.
  expect(service.requests.length).toBe(3);
});

test("a later start loses no room if the pages aren't full", async () => {
  const half = inbox(9, (page) => ({ ...page, pageSize: 100 }));
  await using service = await serve(half, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ pageNumber: 1, pageSize: 2 }))).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test("a later start fails if the last page is returned again", async () => {
  const clamped: Responder = (response, request, count) =>
    inbox(4, (page) => ({ ...page, pageNumber: 1, rooms: [room, { ...room, id: 3 }] }))(response, request, count);
  await using service = await serve(clamped, { junkInboxInputNames });
  expect(await failureOf(idsOf(service.phone.junkRooms({ pageNumber: 1 })))).toMatchObject({
    kind: "contract",
    findings: [{ pointer: "/pageNumber" }],
  });
});

test.each([null, "", undefined, "5"])("a total of %j loses no room", async (totalRooms) => {
  await using service = await serve(
    inbox(5, (page) => ({ ...page, totalRooms }) as never),
    { junkInboxInputNames },
  );
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3, 4]);
});

test("a later start fails if a page has no list of rooms", async () => {
  const broken = inbox(4, (page, requested) =>
    requested > 1 ? { ...page, rooms: null } : { ...page, rooms: page.rooms.slice(1) },
  );
  await using service = await serve(broken, { junkInboxInputNames });
  expect((await failureOf(idsOf(service.phone.junkRooms({ pageNumber: 1 })))).kind).toBe("contract");
});

test("page numbers that are strings count", async () => {
  const texts = inbox(24, (page) => ({ ...page, pageNumber: String(page.pageNumber) }) as never);
  await using service = await serve(texts, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toHaveLength(24);
});

test("a service that counts its pages from one loses no room", async () => {
  const fromOne = inbox(5, (page) => ({ ...page, pageNumber: page.pageNumber + 1 }));
  await using service = await serve(fromOne, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3, 4]);
});

test.each([
  [
    "the same page under every number",
    "/pageNumber",
    "doesn't advance",
    2,
    inbox(5, (page) => ({ ...page, pageNumber: 0, rooms: [room, room] })),
  ],
  ["a page without rooms", "/rooms", "isn't an array", 1, json({ pageNumber: 0, pageSize: 2, totalRooms: 3 })],
])("%s is an error with a pointer, and no endless loop", async (_, pointer, says, requests, respond) => {
  await using service = await serve(respond, { junkInboxInputNames });
  const error = await failureOf(idsOf(service.phone.junkRooms()));
  expect(error).toMatchObject({
    kind: "contract",
    operation: "listJunkInbox",
    attempts: 1,
    findings: [{ kind: "contradiction", pointer }],
  });
  expect(error.message).toBe(`listJunkInbox: \`${pointer}\` ${says}.`);
  expect(service.requests.length).toBe(requests);
});

test("leaving the loop requests no further page", async () => {
  await using service = await serve(inbox(5), { junkInboxInputNames });
  for await (const { id } of service.phone.junkRooms()) if (id === 1) break;
  expect(service.requests.length).toBe(1);
});

test("an abort ends the loop", async () => {
  const controller = new AbortController();
  await using service = await serve(inbox(5), { junkInboxInputNames });
  const rooms = service.phone.junkRooms({}, { signal: controller.signal });
  await rooms.next();
  controller.abort("enough");
  expect(await failureOf(idsOf(rooms))).toMatchObject({ kind: "aborted", cause: "enough" });
});

test.each([
  [
    "listJunkInbox with an unknown input",
    {},
    "`unknownInput`",
    (phone) => phone.listJunkInbox({ unknownInput: 1 } as never),
  ],
  [
    "listJunkInbox with a signal as its inputs",
    {},
    "plain",
    (phone) => phone.listJunkInbox(AbortSignal.abort() as never),
  ],
  [
    "an input with the name of the token",
    { pageSize: "token" },
    "`token`",
    (phone) => phone.listJunkInbox({ pageSize: 5 }),
  ],
] satisfies [string, object, string, (phone: PhoneAgentClient) => Promise<unknown>][])(
  "%s is a configuration error before the first request",
  async (_, names, message, call) => {
    await using service = await serve(inbox(5), { junkInboxInputNames: names });
    const error = await failureOf(call(service.phone));
    expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox", attempts: 0 });
    expect(error.message).toContain(message);
    expect(service.requests).toEqual([]);
  },
);
