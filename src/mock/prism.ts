import Module, { createRequire } from "node:module";

type Prism = typeof import("@stoplight/prism-http");

/** An operation as Prism reads it. */
export type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

/** Loads what stands in Prism's own dependencies, so that nothing needs to be installed beside Prism. */
export const besidePrism = (id: string): unknown => createRequire(entry())(id);

/**
 * Loads Prism, from where the user has installed it. Prism loads two modules at once that the mock hardly ever uses:
 * fake data in all languages, for schemas with the keyword `x-faker` alone, and a reader of Postman collections. They
 * take most of the time, so here they wait until somebody reads from them.
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

/** Puts a stand-in for a module, or for one member of it, where `require` looks first. */
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
