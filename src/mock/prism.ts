import Module, { createRequire } from "node:module";

type Prism = typeof import("@stoplight/prism-http");

/** An operation as Prism reads it. */
export type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

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

function entry(): string {
  try {
    return createRequire(import.meta.url).resolve("@stoplight/prism-http");
  } catch {
    throw new Error(
      "The mock server needs Prism, which is not installed. Run: npm install -D @stoplight/prism-http@5.12.0",
    );
  }
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
