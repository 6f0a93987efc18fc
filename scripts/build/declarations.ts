import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { createTemporaryFolder } from "../tools/file.ts";
import { outputOf, root, runBin } from "../tools/run.ts";

/** The entries of the package, by the name of their file below dist/src. */
export const entries = {
  index: "src/index.ts",
  http: "src/http.ts",
  validate: "src/validate.ts",
  "testing/index": "src/testing/index.ts",
  "mock/index": "src/mock/index.ts",
};

/**
 * Bundles the declarations of the entries: the types that users can reach, by file name below
 * dist/src.
 */
export async function bundleDeclarations(removeComments = false): Promise<Record<string, string>> {
  using folder = createTemporaryFolder("declarations");
  await emitDeclarations(folder.path, removeComments);
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.keys(entries).map((name) => [name, join(folder.path, `src/${name}.d.ts`)]),
    ),
    external: /^(?![./#])/,
    plugins: [{ name: "generated", resolveId: (id) => toGenerated(id, folder.path) }, dts()],
    // Rollup warns of every type that two entries share and none exports.
    onwarn: () => {},
  });
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name].d.ts",
    // The name of a declaration ends in ".d".
    chunkFileNames: "shared-[name].ts",
    minifyInternalExports: false,
    // For integrators whose `lib` has no `Symbol.asyncDispose`. The bundler drops the one in the
    // module.
    banner: ({ moduleIds }) =>
      moduleIds.some((module) => module.endsWith("src/testing/index.d.ts"))
        ? '/// <reference lib="esnext.disposable" preserve="true" />'
        : "",
  });
  await bundle.close();
  return Object.fromEntries(
    output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code]] : [])),
  );
}

/** Returns the declarations of a generated file, which modules import by `#generated/`. */
const toGenerated = (id: string, folder: string): string | undefined =>
  id.startsWith("#generated/")
    ? join(folder, id.slice(1).replace(/(\.d)?\.ts$|\.js$/, ".d.ts"))
    : undefined;

/**
 * Writes the declarations of all modules that the entries reach. The bundler would take ten times
 * as long.
 */
async function emitDeclarations(folder: string, removeComments: boolean): Promise<void> {
  const settings = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      typeRoots: [join(root, "node_modules/@types")],
      noEmit: false,
      // `npm run lint` checks types.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments,
      rootDir: root,
      outDir: folder,
    },
    files: Object.values(entries).map((entry) => join(root, entry)),
    include: [],
  };
  const file = join(folder, "tsconfig.json");
  writeFileSync(file, JSON.stringify(settings));
  await outputOf(runBin("tsc", "--project", file));
}

/** The report of the public types: a change of it is a change for users. */
export async function writeApiReport(): Promise<string> {
  const declarations = Object.entries(await bundleDeclarations(true));
  const files = declarations.map(([name, text]) => `// ${name}\n${text}`);
  return ["// Written by `npm run release -- --report`.", ...files].join("\n");
}
