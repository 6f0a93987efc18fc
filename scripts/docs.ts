import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { describeObserved } from "./contract/descriptions.ts";
import { type Contract, contractFile, readContract } from "./contract/document.ts";
import { bundleTestServer } from "./docs/bundle.ts";
import type { PageOptions } from "./docs/html/frame.ts";
import { renderRedoc } from "./docs/redocly.ts";
import { mockAddress } from "./docs/samples/call.ts";
import { readIfPresent } from "./tools/file.ts";
import { root, runIfMain } from "./tools/run.ts";

const defaults = { contract: contractFile, out: join(root, "dist/reference") };

const command = {
  name: "npm run docs --",
  summary:
    "Writes the API reference: static files that any host can serve, and that open from disk.",
  options: {
    out: {
      type: "string",
      default: defaults.out,
      value: "FOLDER",
      meaning: "where to write it (default: dist/reference/)",
    },
    contract: {
      type: "string",
      default: defaults.contract,
      value: "FILE",
      meaning: "another contract than openapi/openapi.yaml",
    },
    site: {
      type: "string",
      value: "URL",
      meaning: "address when published, for absolute links, a sitemap and the links of 404.html",
    },
    repository: {
      type: "string",
      value: "URL",
      meaning: "links to this repository (default: the one in package.json)",
    },
  },
  exitCodes,
} as const;

/**
 * Reads the repository's address on the web from package.json. Returns `undefined` if it is the
 * placeholder.
 */
function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const url = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return url.includes("/OWNER/") ? undefined : url;
}

/** Its repository is the one in package.json by default, unless that's a placeholder. */
interface ReferenceOptions extends PageOptions {
  /** The contract to read. Default: the project's. */
  contract?: string;
  /** The folder to write to. Default: `dist/reference/`. */
  out?: string;
  /** The page `redoc.html`. Default: Redocly renders it. */
  redoc?: string;
}

/**
 * Writes the reference, removes the files that only an earlier build wrote, and returns the names
 * of its files.
 */
export const buildReference = async (options: ReferenceOptions = {}): Promise<string[]> =>
  writeReference(await createFiles(options), options);

/**
 * Builds the files of the reference, by name. Redocly takes as long as the rest, so it starts
 * first.
 */
export async function createFiles(options: ReferenceOptions): Promise<Record<string, string>> {
  const {
    contract: file,
    site,
    repository = readRepository(),
    redoc,
    mockUrl,
  } = { ...defaults, ...options };
  const contract = describeObserved(withMockUrl(readContract(file), mockUrl));
  const pageOptions = {
    site: site?.replace(/\/?$/, "/"),
    repository: repository?.replace(/\/$/, ""),
    mockUrl,
  };
  const [redocPage, testServer, files] = await Promise.all([
    redoc ?? renderRedoc(contract),
    import("./generate.ts")
      .then(({ writeTestServer }) => writeTestServer(contract))
      .then(bundleTestServer),
    import("./docs/build.ts").then(({ buildFiles }) => buildFiles(contract, file, pageOptions)),
  ]);
  return { ...files, "test-server.js": testServer, "redoc.html": redocPage };
}

/** Makes the mock that serves the pages the default of each server whose default is the mock. */
const withMockUrl = (contract: Contract, mockUrl = mockAddress): Contract => ({
  ...contract,
  servers: JSON.parse(JSON.stringify(contract.servers), (name, value) =>
    name === "default" && value === mockAddress ? mockUrl : value,
  ),
});

export function writeReference(files: Record<string, string>, options: ReferenceOptions): string[] {
  const { out: folder } = { ...defaults, ...options };
  const list = join(folder, ".files");
  const previousFiles = (readIfPresent(list) ?? "").split("\n");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // Other files in the folder are the user's.
  for (const name of previousFiles)
    if (name && !(name in files)) rmSync(join(folder, name), { force: true });
  writeFileSync(list, Object.keys(files).join("\n"));
  return Object.keys(files);
}

export async function docsCommand(args: string[]): Promise<void> {
  const { values } = readArguments(command, args);
  for (const name of ["site", "repository"] as const) {
    const value = values[name];
    if (value !== undefined && !(/^https?:/i.test(value) && URL.canParse(value)))
      fail(`--${name} takes an address such as https://docs.example.com/, not "${value}".`);
  }
  console.log("Building the reference …");
  const { failInvalid } = await import("./lint.ts");
  await failInvalid([values.contract]);
  const files = await exitOnError(() => buildReference(values));
  console.log(
    `Wrote ${files.length} files to ${values.out}. Open index.html in a browser, or run \`npm start\`.`,
  );
}

await runIfMain(import.meta.url, docsCommand);
