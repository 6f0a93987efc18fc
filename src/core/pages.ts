import type { JunkInboxInputs } from "../junk-inbox.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { type Rejection, reject } from "./rejection.ts";

interface Page {
  pageSize: number;
  rooms: unknown[];
}

type Kind = keyof JunkInboxInputNames;

const boolean = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const inputs: Record<Kind, { parse: (text: string) => boolean | number | undefined; expected: string }> = {
  paginate: { parse: boolean, expected: "true or false" },
  pageNumber: { parse: count, expected: "an integer from 0; the mock counts pages from zero" },
  pageSize: { parse: count, expected: "an integer from 0" },
  unreadOnly: { parse: boolean, expected: "true or false" },
};
const kinds = Object.keys(inputs) as Kind[];

/** @throws TypeError where the names of the inputs could not be told from each other, or from the token. */
export function checkInputNames(names: JunkInboxInputNames): void {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  for (const [kind, name] of given) {
    if (!kinds.includes(kind as Kind)) {
      throw new TypeError(`junkInboxInputNames: unknown input ${kind}. Known: ${kinds.join(", ")}.`);
    }
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`junkInboxInputNames: the name of ${kind} must be a string, not empty.`);
    }
  }
  const used = given.map(([, name]) => name);
  if (new Set(used).size < used.length || used.includes("token")) {
    throw new TypeError("junkInboxInputNames: two inputs cannot share a name, and none can be named token.");
  }
}

/** Reads the inputs whose names are known, and checks their types. */
export function readInputs(query: URLSearchParams, names: JunkInboxInputNames): JunkInboxInputs | Rejection {
  const read: Record<string, boolean | number> = {};
  for (const kind of kinds) {
    const name = names[kind];
    if (name === undefined || !query.has(name)) continue;
    const [text = "", ...more] = query.getAll(name);
    const value = more.length === 0 ? inputs[kind].parse(text) : undefined;
    if (value === undefined) {
      return reject(422, `The junk inbox input ${kind} (${name}) takes one value: ${inputs[kind].expected}.`);
    }
    read[kind] = value;
  }
  return read;
}

/** Cuts a requested page from the rooms of a body. Which rooms are unread is unknown, so `unreadOnly` omits none. */
export function cutPage(body: unknown, { paginate, pageNumber, pageSize }: JunkInboxInputs): unknown {
  const { rooms, pageSize: usual } = Object(body) as Page;
  const requested = paginate !== false && (paginate ?? pageNumber ?? pageSize) !== undefined;
  if (!requested || !Array.isArray(rooms)) return body;
  const size = pageSize ?? usual;
  const number = pageNumber ?? 0;
  const page = rooms.slice(number * size, (number + 1) * size);
  return { pageSize: size, pageNumber: number, totalRooms: rooms.length, rooms: page };
}
