import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(new URL("../../node_modules/@redocly/cli/bin/cli.js", import.meta.url));
const template = fileURLToPath(new URL("./page.hbs", import.meta.url));

/** Fields and answers stand open: a reader who searches the page finds them. */
const options = { schemasExpansionLevel: "all", jsonSamplesExpandLevel: 5, hideDownloadButtons: true };

/** The page that Redocly renders of an OpenAPI document, whole in one file. */
export async function renderPage(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-reference-"));
  try {
    const [source, page] = [join(folder, "openapi.json"), join(folder, "index.html")];
    await writeFile(source, JSON.stringify(document));
    const flags = ["--inlineBundle", `--template=${template}`, `--openapi=${JSON.stringify(options)}`];
    await promisify(execFile)(process.execPath, [cli, "build-docs", source, ...flags, `--output=${page}`], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    return await readFile(page, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}
