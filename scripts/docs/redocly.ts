import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { redocly } from "../run.ts";
import { languages } from "./samples.ts";

const template = fileURLToPath(new URL("./page.hbs", import.meta.url));

/** Fields and responses are expanded, so that searching the page finds them. */
const options = {
  schemasExpansionLevel: "all",
  jsonSamplesExpandLevel: 5,
  hideDownloadButtons: true,
  // Redoc hides samples in languages that are not listed.
  codeSamples: { languages: languages.map(({ lang, label }) => ({ lang, label })) },
};

/**
 * The page that Redocly renders of an OpenAPI document, whole in one file.
 * @throws Error with Redocly's own words where it cannot.
 */
export async function renderPage(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-reference-"));
  try {
    const [source, page] = [join(folder, "openapi.json"), join(folder, "index.html")];
    await writeFile(source, JSON.stringify(document));
    const flags = ["--inlineBundle", `--template=${template}`, `--openapi=${JSON.stringify(options)}`];
    const { ok, output } = await redocly(["build-docs", source, ...flags, `--output=${page}`], {}, false);
    if (!ok) throw new Error(`Redocly could not render the reference.\n${output}`);
    return await readFile(page, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}
