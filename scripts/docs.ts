import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contractFile, readContract } from "./contract.ts";
import { readGuides } from "./docs/guides.ts";
import { presentation } from "./docs/presentation.ts";
import { renderPage } from "./docs/redocly.ts";

export const referenceFolder = fileURLToPath(new URL("../dist/reference/", import.meta.url));

const help = `Writes the API reference: static files that any host can serve, and that open from disk.

  npm run docs                           into dist/reference/
  npm run docs -- --out FOLDER
  npm run docs -- --contract FILE
`;

export interface ReferenceOptions {
  /** The contract's file. Default: openapi/openapi.yaml. */
  contract?: string;
  /** The folder to write. Default: dist/reference/. */
  out?: string;
}

/** Builds the reference and returns the names of its files. */
export async function buildReference({ contract: file = contractFile, out = referenceFolder }: ReferenceOptions = {}) {
  const contract = readContract(file);
  const guides = readGuides();
  const page = await renderPage(presentation(contract, guides));
  const files: Record<string, string> = {
    "index.html": page.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:image/svg+xml,<svg/>"),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(out, name)), { recursive: true });
    await writeFile(join(out, name), text);
  }
  return Object.keys(files);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      contract: { type: "string", default: contractFile },
      out: { type: "string", default: referenceFolder },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.log(help);
  else {
    const names = await buildReference({ contract: values.contract, out: values.out });
    console.log(`Wrote ${names.length} files. Open index.html in a browser, or run \`npm start\`.`);
  }
}
