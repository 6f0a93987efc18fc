import Module, { createRequire } from "node:module";
import { join } from "node:path";

type Prism = typeof import("@stoplight/prism-http");

/** Loads from Prism's own dependencies, so that Prism is all that has to be installed. */
export const besidePrism = (id: string): unknown => createRequire(entry())(id);

/**
 * Loads Prism from where the user has installed it. Prism loads two modules up front that the mock hardly ever uses:
 * fake data in all languages, only for schemas with the keyword `x-faker`, and a reader of Postman collections. They
 * take most of the loading time, so here they load on first use.
 */
export function loadPrism(): Prism {
  const require = createRequire(entry());
  later(require, "@faker-js/faker", "default");
  later(require, "@stoplight/http-spec/postman/operation");
  return require(entry()) as Prism;
}

/** Beside this package; and for a global install of it, in the working directory. */
function entry(): string {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      return createRequire(from).resolve("@stoplight/prism-http");
    } catch {}
  }
  throw new Error("The mock server needs Prism, which is not installed. Run: npm install -D @stoplight/prism-http@5");
}

/** Puts a stand-in for a module, or for one of its members, where `require` looks first. */
function later(require: NodeJS.Require, id: string, member?: string): void {
  const file = require.resolve(id);
  if (require.cache[file]) return;
  const load = () => {
    if (require.cache[file] === module) delete require.cache[file];
    return member === undefined ? require(file) : require(file)[member];
  };
  const standIn = new Proxy({}, { get: (_, name) => load()[name] });
  const module = Object.assign(new Module(file), {
    filename: file,
    loaded: true,
    exports: member === undefined ? standIn : { [member]: standIn },
  });
  require.cache[file] = module;
}
