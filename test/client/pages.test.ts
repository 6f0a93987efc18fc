import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type {
  JunkInboxInputNames,
  JunkInboxInputs,
  JunkInboxPage,
  PhoneAgentClient,
  Room,
} from "../../src/index.ts";
import { failureOf, json, type Responder, serve } from "./server.ts";

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

const totalOf = (totalRooms: unknown): Responder => inbox(5, (page) => ({ ...page, totalRooms }));
const numbersAs = (change: (pageNumber: number) => unknown): Responder =>
  inbox(24, (page) => ({ ...page, pageNumber: change(page.pageNumber) }));
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
  ["a last page that is full", inbox(4), {}, 4, 2],
  ["a total that is too large", totalOf(1_000), {}, 5, 4],
  ["an empty text as the total", totalOf(""), {}, 5, 4],
  ["a text as the total", totalOf("5"), {}, 5, 3],
  ["a later start", inbox(5), { pageNumber: 1 }, 3, 3],
  [
    "a page size that isn't the requested one",
    inbox(9, (page) => ({ ...page, pageSize: 100 })),
    { pageNumber: 1 },
    7,
    5,
  ],
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
  ["page numbers that are texts", numbersAs(String), {}, 24, 12],
  ["page numbers from one", numbersAs((number) => number + 1), {}, 24, 12],
])("the loop over %s loses no room, and ends", async (_, respond, inputs, rooms, requests) => {
  await using service = await serve(respond, { junkInboxInputNames });
  const first = 2 * (inputs.pageNumber ?? 0);
  expect(await idsOf(service.phone.items("listJunkInbox", inputs))).toEqual(
    Array.from({ length: rooms }, (_, index) => first + index),
  );
  expect(service.requests.length).toBe(requests);
});

const samePage = inbox(5, (page) => ({ ...page, pageNumber: 0, rooms: [room, room] }));
const lastPage = inbox(4, (page) => ({
  ...page,
  pageNumber: 1,
  rooms: [room, { ...room, id: 3 }],
}));
const tooFew = inbox(5, (page, requested) => ({
  ...(requested > 2 ? lastOf(page, 2) : page),
  totalRooms: 9,
}));
const noRooms = inbox(4, (page, requested) => ({
  ...page,
  rooms: requested > 1 ? null : page.rooms.slice(1),
}));
// A service that counts its pages from one, and takes 0 for 1.
const echo = inbox(5, (page, requested) => ({
  ...page,
  ...(requested === 1 && { rooms: [0, 1].map(roomOf) }),
}));
test.each([
  ["the same page under every number", samePage, 0, "/rooms", "repeats the previous page", 2],
  ["the last page for a page after it", lastPage, 2, "/rooms", "repeats the previous page", 2],
  ["the last page again before the total", tooFew, 0, "/rooms", "repeats the previous page", 4],
  ["the first page again under another number", echo, 0, "/rooms", "repeats the previous page", 2],
  [
    "a page without rooms",
    json({ pageNumber: 0, totalRooms: 3 }),
    0,
    "/rooms",
    "isn't an array",
    1,
  ],
  ["a later page without rooms", noRooms, 1, "/rooms", "isn't an array", 2],
])(
  "%s is an error with a pointer, and no endless loop",
  async (_, respond, pageNumber, pointer, says, requests) => {
    await using service = await serve(respond, { junkInboxInputNames });
    const error = await failureOf(idsOf(service.phone.items("listJunkInbox", { pageNumber })));
    const finding = { kind: "contradiction", pointer };
    expect(error).toMatchObject({
      kind: "contract",
      operation: "listJunkInbox",
      attempts: 1,
      findings: [finding],
    });
    const isSecond = says.startsWith("repeats") && pageNumber === 0 && requests === 2;
    const hint = isSecond ? " If pages count from 1, start with `{ pageNumber: 1 }`." : "";
    expect(error.message).toBe(`listJunkInbox: \`${pointer}\` ${says}.${hint}`);
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

const noName = (input: string) =>
  `\`${input}\` has no known name: set \`junkInboxInputNames.${input}\`.`;
const unreadOnly = { unreadOnly: true };
const wrongSize = "`pageSize` must be an integer from 1 to 2147483647.";
const unknownInput =
  "Unknown option `unknownInput`. Known: paginate, pageNumber, pageSize, unreadOnly.";
const size = { pageNumber: "page", pageSize: "size" };
const wrongInputs: [
  name: string,
  names: JunkInboxInputNames,
  message: string,
  call: (phone: PhoneAgentClient) => Promise<unknown>,
][] = [
  [
    "listJunkInbox without a name",
    {},
    noName("unreadOnly"),
    (phone) => phone.listJunkInbox(unreadOnly),
  ],
  [
    "items without a name",
    {},
    noName("pageNumber"),
    (phone) => phone.items("listJunkInbox").next(),
  ],
  [
    "a page without a name",
    { pageNumber: "n" },
    noName("unreadOnly"),
    (phone) => phone.pages("listJunkInbox", unreadOnly).next(),
  ],
  [
    "a page size of 0",
    size,
    wrongSize,
    (phone) => phone.items("listJunkInbox", { pageSize: 0 }).next(),
  ],
  [
    "a fraction of a room",
    size,
    wrongSize,
    (phone) => phone.items("listJunkInbox", { pageSize: 1.5 }).next(),
  ],
  ...(
    [
      ["an integer", { pageSize: 1.5 }],
      ["an integer", { pageNumber: 0.5 }],
      ["an integer", { pageSize: "2" }],
      ["a boolean", { paginate: "yes" }],
      ["a boolean", { unreadOnly: 1 }],
    ] as const
  ).map(([type, inputs]): (typeof wrongInputs)[number] => [
    `an input that isn't ${type}, ${JSON.stringify(inputs)},`,
    size,
    `\`${Object.keys(inputs)}\` must be ${type}.`,
    (phone) => phone.listJunkInbox(inputs as never),
  ]),
  ...[null, ""].map((inputs): (typeof wrongInputs)[number] => [
    `${JSON.stringify(inputs)} in place of inputs`,
    size,
    "Inputs must be a plain object.",
    (phone) => phone.listJunkInbox(inputs as never),
  ]),
  [
    "an unknown input",
    {},
    unknownInput,
    (phone) => phone.listJunkInbox({ unknownInput: 1 } as never),
  ],
];
test.each(wrongInputs)(
  "%s is a configuration error before the first request",
  async (_, names, message, call) => {
    await using service = await serve(inbox(5), { junkInboxInputNames: names });
    const error = await failureOf(call(service.phone));
    expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox", attempts: 0 });
    expect(error.message).toContain(message);
    expect(service.requests).toEqual([]);
  },
);
