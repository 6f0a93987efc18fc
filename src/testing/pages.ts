import type { JunkInboxInputs } from "../junk-inbox.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { Refusal } from "./refusal.ts";

interface Page {
  pageSize: number;
  rooms: unknown[];
}

/** @throws TypeError where the names of the inputs could not be told from each other, or from the token. */
export function checkNames(names: JunkInboxInputNames): void {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  const strange = given.find(
    ([kind, name]) => !Object.hasOwn(expected, kind) || typeof name !== "string" || name === "",
  );
  if (strange) throw new TypeError(`junkInboxInputNames: ${strange[0]} is no input, or its name is no text.`);
  const own = given.map(([, name]) => name);
  if (new Set(own).size < own.length || own.includes("token")) {
    throw new TypeError("junkInboxInputNames: two inputs cannot have one name, and none can be called token.");
  }
}

/** Reads the inputs of which the name is known, and checks their types. */
export function readInputs(query: URLSearchParams, names: JunkInboxInputNames): JunkInboxInputs {
  return {
    ...read(query, names.paginate, "paginate", boolean),
    ...read(query, names.pageNumber, "pageNumber", count),
    ...read(query, names.pageSize, "pageSize", count),
    ...read(query, names.unreadOnly, "unreadOnly", boolean),
  };
}

function read<Value>(query: URLSearchParams, name: string | undefined, kind: string, parse: (text: string) => Value) {
  if (name === undefined || !query.has(name)) return {};
  const [text = "", ...more] = query.getAll(name);
  const value = more.length === 0 ? parse(text) : undefined;
  if (value === undefined)
    throw new Refusal(422, `The junk inbox input ${kind} (${name}) takes one ${expected[kind]}.`);
  return { [kind]: value };
}

const expected: Record<string, string> = {
  paginate: "boolean, true or false",
  pageNumber: "integer; the mock counts pages from zero",
  pageSize: "integer; the mock can cut no page of less than no rooms",
  unreadOnly: "boolean, true or false",
};

const boolean = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/**
 * The page that the inputs ask for, cut from the rooms of an example. Without inputs that ask for a page it is the
 * example as it stands. Which rooms are unread is not shown, so `unreadOnly` leaves out none.
 */
export function cutPage(example: unknown, { paginate, pageNumber, pageSize }: JunkInboxInputs): unknown {
  const { rooms, pageSize: usual } = Object(example) as Page;
  const asked = paginate !== false && (paginate ?? pageNumber ?? pageSize) !== undefined;
  if (!asked || !Array.isArray(rooms)) return example;
  const size = pageSize ?? usual;
  const number = pageNumber ?? 0;
  const page = rooms.slice(number * size, (number + 1) * size);
  return { pageSize: size, pageNumber: number, totalRooms: rooms.length, rooms: page };
}
