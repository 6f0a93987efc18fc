import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type {
  JunkInboxInputNames,
  JunkInboxInputs,
  JunkInboxPage,
  PhoneAgentClient,
  Room,
} from "../../src/index.ts";
import { expectRefusal, failureOf, json, type Responder, serve } from "./server.ts";

const junkInboxInputNames = {
  paginate: "paged",
  pageNumber: "page",
  pageSize: "size",
  unreadOnly: "unread",
};
const room = fixtures.listJunkInbox["every-field"].rooms[0] as Room;

const roomOf = (id: number): Room => ({ ...room, id, roomId: `1:${id}` });

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
    const rooms = ids.map(roomOf);
    json(change({ pageSize, pageNumber, totalRooms, rooms }, pageNumber))(response, request, 1);
  };
}

async function idsOf(rooms: AsyncIterable<Room>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of rooms) ids.push(id);
  return ids;
}

test("items yields every room of every page once, and stops by totalRooms", async () => {
  await using service = await serve(inbox(5), { junkInboxInputNames });
  expect(await idsOf(service.phone.items("listJunkInbox", { unreadOnly: true }))).toEqual([
    0, 1, 2, 3, 4,
  ]);
  expect(service.requests.map(({ target }) => target.replace(/.*\?|&token.*/g, ""))).toEqual([
    "unread=true&paged=true&page=0",
    "unread=true&paged=true&page=1",
    "unread=true&paged=true&page=2",
  ]);
});

test("pages yields the unchanged pages", async () => {
  await using service = await serve(inbox(3), { junkInboxInputNames });
  const pages: JunkInboxPage[] = [];
  for await (const page of service.phone.pages("listJunkInbox", { pageSize: 2 })) pages.push(page);
  expect(pages.map(({ pageNumber, rooms }) => [pageNumber, rooms.length])).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test("without the name of `paginate`, the pages rely on the service to paginate by default", async () => {
  await using service = await serve(inbox(3), { junkInboxInputNames: { pageNumber: "page" } });
  expect(await idsOf(service.phone.items("listJunkInbox"))).toEqual([0, 1, 2]);
  expect(service.requests.map(({ target }) => /[?&]page=\d/.exec(target)?.[0].slice(1))).toEqual([
    "page=0",
    "page=1",
  ]);
});

const largeTotal = inbox(5, (page) => ({ ...page, totalRooms: 1_000 }));
const fromOne = inbox(5, (page) => ({ ...page, pageNumber: page.pageNumber + 1 }));
/** The last page of five rooms again, under its own number or the requested one. */
const lastOf = (page: JunkInboxPage, pageNumber: number) => ({
  ...page,
  pageNumber,
  rooms: [roomOf(4)],
});
const ends: Responder = (response, request, count) =>
  (count > 1 ? json({}, 404) : inbox(5))(response, request, count);
const clamped = inbox(5, (page, requested) => (requested > 2 ? lastOf(page, 2) : page));
const renumbered = inbox(5, (page, requested) => (requested > 2 ? lastOf(page, requested) : page));
// The number of rooms before a later start is unknown, so an empty page ends its loop, or the last
// page again.
test.each<
  [name: string, respond: Responder, inputs: JunkInboxInputs, rooms: number, requests: number]
>([
  ["an empty inbox", inbox(0), {}, 0, 1],
  ["a total that is too large", largeTotal, {}, 5, 4],
  ["a later start", inbox(5), { pageNumber: 1 }, 3, 3],
  [
    "a later start with a service that returns its last page again",
    clamped,
    { pageNumber: 1 },
    3,
    3,
  ],
  ["a start at the last page of such a service", clamped, { pageNumber: 2 }, 1, 2],
  [
    "a later start with a service that renumbers its last page",
    renumbered,
    { pageNumber: 1 },
    3,
    3,
  ],
  ["a later start with a service that has no page after its last", ends, { pageNumber: 2 }, 1, 2],
  ["page numbers from one", fromOne, {}, 5, 3],
])("the loop over %s loses no room, and ends", async (_, respond, inputs, rooms, requests) => {
  await using service = await serve(respond, { junkInboxInputNames });
  const first = 2 * (inputs.pageNumber ?? 0);
  expect(await idsOf(service.phone.items("listJunkInbox", inputs))).toEqual(
    Array.from({ length: rooms }, (_, index) => first + index),
  );
  expect(service.requests.length).toBe(requests);
});

const samePage = inbox(5, (page) => ({ ...page, pageNumber: 0 }));
const lastPage = inbox(4, (page) => ({
  ...page,
  pageNumber: 1,
  rooms: [room, { ...room, id: 3 }],
}));
// A service that counts its pages from one, and takes 0 for 1.
const echo = inbox(5, (page, requested) => ({
  ...page,
  ...(requested === 1 && { rooms: [0, 1].map(roomOf) }),
}));
const repeats = "repeats the previous page.";
const hint = " If pages count from 1, start with `{ pageNumber: 1 }`.";
test.each([
  ["the same number of every page", samePage, 0, repeats + hint, 2],
  ["the first page again under another number", echo, 0, repeats + hint, 2],
  ["the last page for a page after it", lastPage, 2, repeats, 2],
  ["a page without rooms", json({ pageNumber: 0, totalRooms: 3 }), 0, "isn't an array.", 1],
])(
  "%s is an error with a pointer, and no endless loop",
  async (_, respond, pageNumber, says, requests) => {
    await using service = await serve(respond, { junkInboxInputNames });
    const error = await failureOf(idsOf(service.phone.items("listJunkInbox", { pageNumber })));
    const findings = [{ kind: "contradiction", pointer: "/rooms" }];
    const message = `listJunkInbox: \`/rooms\` ${says}`;
    expect(error).toMatchObject({ kind: "contract", attempts: 1, findings, message });
    expect(service.requests.length).toBe(requests);
  },
);

test.each([
  ["the first page", json({}, 404), { pageNumber: 2 }],
  ["a page before the total", ends, {}],
])("a 404 of %s is a failure of the loop", async (_, respond, inputs) => {
  await using service = await serve(respond, { junkInboxInputNames });
  const error = await failureOf(idsOf(service.phone.items("listJunkInbox", inputs)));
  expect(error).toMatchObject({ kind: "http", status: 404 });
});

test("leaving the loop requests no further page", async () => {
  await using service = await serve(inbox(5), { junkInboxInputNames });
  for await (const { id } of service.phone.items("listJunkInbox")) if (id === 1) break;
  expect(service.requests.length).toBe(1);
});

test("an abort ends the loop", async () => {
  const controller = new AbortController();
  await using service = await serve(inbox(5), { junkInboxInputNames });
  const rooms = service.phone.items("listJunkInbox", {}, { signal: controller.signal });
  await rooms.next();
  controller.abort("enough");
  expect(await failureOf(idsOf(rooms))).toMatchObject({ kind: "aborted", cause: "enough" });
});

const size = { pageNumber: "page", pageSize: "size" };
const wrongSize = "`pageSize` must be an integer from 1 to 2147483647.";
test.each<
  [
    name: string,
    names: JunkInboxInputNames,
    message: string,
    call: (phone: PhoneAgentClient) => Promise<unknown>,
  ]
>([
  [
    "an input without a name",
    {},
    "`unreadOnly` has no known name: set `junkInboxInputNames.unreadOnly`.",
    (phone) => phone.listJunkInbox({ unreadOnly: true }),
  ],
  [
    "items without a name of the page",
    {},
    "`pageNumber` has no known name: set `junkInboxInputNames.pageNumber`.",
    (phone) => phone.items("listJunkInbox").next(),
  ],
  [
    "pages of no rooms",
    size,
    wrongSize,
    (phone) => phone.items("listJunkInbox", { pageSize: 0 }).next(),
  ],
  [
    "a fraction",
    size,
    "`pageSize` must be an integer.",
    (phone) => phone.listJunkInbox({ pageSize: 1.5 }),
  ],
  [
    "a number in place of a boolean",
    size,
    "`unreadOnly` must be a boolean.",
    (phone) => phone.listJunkInbox({ unreadOnly: 1 as never }),
  ],
  [
    "null in place of inputs",
    size,
    "Inputs must be a plain object.",
    (phone) => phone.listJunkInbox(null as never),
  ],
  [
    "an unknown input",
    {},
    "Unknown option `unknownInput`. Known: paginate, pageNumber, pageSize, unreadOnly.",
    (phone) => phone.listJunkInbox({ unknownInput: 1 } as never),
  ],
])("%s is a configuration error before the first request", async (_, names, says, call) => {
  await using service = await serve(inbox(5), { junkInboxInputNames: names });
  await expectRefusal(service, call(service.phone), `listJunkInbox: ${says}`);
});
