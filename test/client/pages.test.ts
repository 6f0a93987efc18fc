import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import type { JunkInboxPage, Room } from "../../src/index.ts";
import { type Answer, failureOf, json, misbehaving } from "./server.ts";

const junkInboxInputNames = { paginate: "paged", pageNumber: "page", pageSize: "size", unreadOnly: "unread" };
const room = fixtures.listJunkInbox["every-field"].rooms[0] as Room;

/** A junk inbox of so many rooms. `change` bends a page. */
function inbox(totalRooms: number, change: (page: JunkInboxPage, asked: number) => object = (page) => page): Answer {
  return (response, request) => {
    const asked = new URL(request.url ?? "", "http://localhost").searchParams;
    const pageNumber = Number(asked.get("page"));
    const pageSize = Number(asked.get("size") ?? 2);
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

test("junkRooms gives every room of every page once, and stops by totalRooms", async () => {
  await using service = await misbehaving(inbox(5), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ unreadOnly: true }))).toEqual([0, 1, 2, 3, 4]);
  expect(service.received.map(({ target }) => target.replace(/.*\?|&token.*/g, ""))).toEqual([
    "unread=true&paged=true&page=0",
    "unread=true&paged=true&page=1",
    "unread=true&paged=true&page=2",
  ]);
});

test("a total that fills its last page asks for no page after it", async () => {
  await using service = await misbehaving(inbox(4), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3]);
  expect(service.received.length).toBe(2);
});

test("junkRoomPages gives the pages as they are", async () => {
  await using service = await misbehaving(inbox(3), { junkInboxInputNames });
  const pages: JunkInboxPage[] = [];
  for await (const page of service.phone.junkRoomPages({ pageSize: 2 })) pages.push(page);
  expect(pages.map(({ pageNumber, rooms }) => [pageNumber, rooms.length])).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test("an empty inbox has no rooms, and one page", async () => {
  await using service = await misbehaving(inbox(0), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([]);
  expect(service.received.length).toBe(1);
});

test("an empty page ends the pages, whatever totalRooms says", async () => {
  const overstated = inbox(3, (page) => ({ ...page, totalRooms: 1_000 }));
  await using service = await misbehaving(overstated, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2]);
  expect(service.received.length).toBe(3);
});

test("the pages go on from the page that they are started at", async () => {
  await using service = await misbehaving(inbox(5), { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ pageNumber: 1 }))).toEqual([2, 3, 4]);
  // Nobody knows how many rooms were on the page before, so the end is the empty page.
  expect(service.received.length).toBe(3);
});

test("a later start loses no room where the pages are not full", async () => {
  const half = inbox(9, (page) => ({ ...page, pageSize: 100 }));
  await using service = await misbehaving(half, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ pageNumber: 1, pageSize: 2 }))).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test("a later start ends without an error where the last page is given again", async () => {
  const clamped: Answer = (response, request, count) =>
    inbox(4, (page) => ({ ...page, pageNumber: 1, rooms: [room, { ...room, id: 3 }] }))(response, request, count);
  await using service = await misbehaving(clamped, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms({ pageNumber: 1 }))).toHaveLength(2);
});

test.each([null, "", undefined, "5"])("a total of %j loses no room", async (totalRooms) => {
  await using service = await misbehaving(
    inbox(5, (page) => ({ ...page, totalRooms }) as never),
    { junkInboxInputNames },
  );
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3, 4]);
});

test("a later start does not end in silence where a page has no list of rooms", async () => {
  const broken = inbox(4, (page, asked) =>
    asked > 1 ? { ...page, rooms: null } : { ...page, rooms: page.rooms.slice(1) },
  );
  await using service = await misbehaving(broken, { junkInboxInputNames });
  expect((await failureOf(idsOf(service.phone.junkRooms({ pageNumber: 1 })))).kind).toBe("contract");
});

test("page numbers that are texts are counted", async () => {
  const texts = inbox(24, (page) => ({ ...page, pageNumber: String(page.pageNumber) }) as never);
  await using service = await misbehaving(texts, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toHaveLength(24);
});

test("a service that gives the first page under every number is an error", async () => {
  const echo = inbox(25, (page) => ({ ...page, rooms: [room, room] }));
  await using service = await misbehaving(echo, { junkInboxInputNames });
  const error = await failureOf(idsOf(service.phone.junkRooms()));
  expect(error).toMatchObject({ kind: "contract", attempts: 2, findings: [{ pointer: "/rooms" }] });
});

test("a service that counts its pages from one loses no room", async () => {
  const fromOne = inbox(5, (page) => ({ ...page, pageNumber: page.pageNumber + 1 }));
  await using service = await misbehaving(fromOne, { junkInboxInputNames });
  expect(await idsOf(service.phone.junkRooms())).toEqual([0, 1, 2, 3, 4]);
});

test("a service that ignores the page number is an error, and no endless loop", async () => {
  const stuck = inbox(5, (page) => ({ ...page, pageNumber: 0, rooms: [room, room] }));
  await using service = await misbehaving(stuck, { junkInboxInputNames });
  const error = await failureOf(idsOf(service.phone.junkRooms()));
  expect(error).toMatchObject({ kind: "contract", operation: "listJunkInbox", findings: [{ pointer: "/pageNumber" }] });
  expect(service.received.length).toBe(2);
});

test("a page without rooms is an error that names the place", async () => {
  await using service = await misbehaving(json({ pageNumber: 0, pageSize: 2, totalRooms: 3 }), { junkInboxInputNames });
  expect(await failureOf(idsOf(service.phone.junkRooms()))).toMatchObject({
    kind: "contract",
    findings: [{ pointer: "/rooms" }],
  });
});

test("leaving the loop asks for no further page", async () => {
  await using service = await misbehaving(inbox(5), { junkInboxInputNames });
  for await (const { id } of service.phone.junkRooms()) if (id === 1) break;
  expect(service.received.length).toBe(1);
});

test("an abort ends the loop", async () => {
  const controller = new AbortController();
  await using service = await misbehaving(inbox(5), { junkInboxInputNames });
  const rooms = service.phone.junkRooms({}, { signal: controller.signal });
  await rooms.next();
  controller.abort("enough");
  expect(await failureOf(idsOf(rooms))).toMatchObject({ kind: "aborted", cause: "enough" });
});

test.each([
  ["junkRooms without any name", {}, "paginate", (phone) => phone.junkRooms().next()],
  ["junkRooms without the name of the page", { paginate: "p" }, "pageNumber", (phone) => phone.junkRooms().next()],
  [
    "junkRoomPages with an input without a name",
    { paginate: "p", pageNumber: "n" },
    "unreadOnly",
    (phone) => phone.junkRoomPages({ unreadOnly: true }).next(),
  ],
  [
    "listJunkInbox with an input without a name",
    { paginate: "p" },
    "pageSize",
    (phone) => phone.listJunkInbox({ pageSize: 5 }),
  ],
  [
    "listJunkInbox with half a page",
    { pageNumber: "n" },
    "pageNumber must be",
    (phone) => phone.listJunkInbox({ pageNumber: 0.5 }),
  ],
  [
    "listJunkInbox with a text for a boolean",
    { unreadOnly: "n" },
    "unreadOnly must be",
    (phone) => phone.listJunkInbox({ unreadOnly: "yes" as never }),
  ],
  [
    "listJunkInbox with an input that there is not",
    {},
    "page is not among",
    (phone) => phone.listJunkInbox({ page: 1 } as never),
  ],
] satisfies [string, object, string, (phone: Awaited<ReturnType<typeof misbehaving>>["phone"]) => Promise<unknown>][])(
  "%s is a configuration error before the first request",
  async (_, names, says, call) => {
    await using service = await misbehaving(inbox(5), { junkInboxInputNames: names });
    const error = await failureOf(call(service.phone));
    expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox" });
    expect(error.message).toContain(says);
    expect(service.received).toEqual([]);
  },
);
