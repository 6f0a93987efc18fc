import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { root } from "../tools/run.ts";

/** The entries of the package, by the name of their file below dist/src. */
export const entries = {
  index: "src/index.ts",
  http: "src/http.ts",
  validate: "src/validate.ts",
  "testing/index": "src/testing/index.ts",
  "mock/index": "src/mock/index.ts",
};

/** Bundles the types that users can reach, by file name. The package contains no others. */
export async function bundleDeclarations(): Promise<Record<string, string>> {
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `${root}${file}`])),
    external: /^(?![./])/,
    plugins: [dts({ tsconfig: `${root}src/tsconfig.json` })],
    // Rollup warns of every type that two entries share and none exports.
    onwarn: () => {},
  });
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "shared-[name].d.ts",
    minifyInternalExports: false,
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  return Object.fromEntries(chunks.map(({ fileName, code, moduleIds }) => [fileName, referenceOf(moduleIds) + code]));
}

const referenceOf = (modules: string[]) =>
  modules.some((module) => module.endsWith("src/testing/index.ts")) ? disposableReference : "";

// For integrators whose `lib` has no `Symbol.asyncDispose`. The bundler drops it.
const disposableReference = '/// <reference lib="esnext.disposable" preserve="true" />\n';
