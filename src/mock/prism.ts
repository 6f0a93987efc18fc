import Module, { createRequire } from "node:module";

type Prism = typeof import("@stoplight/prism-http");

/** Loads Prism, from where the caller has installed it. */
export async function loadPrism(): Promise<{ prism: Prism; from: NodeJS.Require }> {
  const entry = prismEntry();
  const from = createRequire(entry);
  // Prism loads these at once and the mock hardly ever uses them: the fake names of all languages are for schemas with
  // the keyword `x-faker` only, and there is no Postman collection. Left to their first use, the start takes a third.
  later(from, "@faker-js/faker", ["default"]);
  later(from, "@stoplight/http-spec/postman/operation", []);
  return { prism: from(entry) as Prism, from };
}

function prismEntry(): string {
  try {
    return createRequire(import.meta.url).resolve("@stoplight/prism-http");
  } catch {
    throw new Error("The mock server needs Prism, which is not installed. Run: npm install -D @stoplight/prism-http@5");
  }
}

/** Puts a stand-in into the module cache that loads the module when one of its members is first read. */
function later(from: NodeJS.Require, id: string, members: string[]): void {
  const file = from.resolve(id);
  if (from.cache[file]) return;
  const standIn = new Module(file);
  const load = () => {
    if (from.cache[file] === standIn) delete from.cache[file];
    return from(file);
  };
  const proxy = (read: () => Record<PropertyKey, unknown>) =>
    new Proxy<Record<PropertyKey, unknown>>({}, { get: (_, name) => read()[name] });
  standIn.filename = file;
  standIn.loaded = true;
  standIn.exports =
    members.length === 0
      ? proxy(load)
      : Object.fromEntries(members.map((member) => [member, proxy(() => load()[member])]));
  from.cache[file] = standIn;
}
