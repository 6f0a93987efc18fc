import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { redocly } from "../run.ts";

let script: Promise<string> | undefined;

/**
 * Redoc, as Redocly puts it into its pages: the same for every document, so one build serves all.
 * @throws Error with Redocly's own words where it cannot.
 */
export function redocScript(): Promise<string> {
  script ??= extractScript();
  return script;
}

async function extractScript(): Promise<string> {
  const page = await plainPage();
  const [, module] = /<script type="module">(.*?)const __redoc_definition = /s.exec(page) ?? [];
  if (!module) throw new Error("The page that Redocly rendered has no script of Redoc's where it used to be.");
  // Browsers load no module from disk, only a classic script.
  const { code } = await transform(module, {
    format: "iife",
    globalName: "Redoc",
    minifyWhitespace: true,
    charset: "utf8",
    logLevel: "silent",
    define: {
      // Redoc renders what is in sight. Everything is: a page has one operation.
      IntersectionObserver: "EverythingInSight",
      // Redoc follows the reader with the page's address, which is not its own here.
      "window.history.replaceState": "keepAddress",
    },
  });
  // Redoc takes itself for the whole page, whose main part is ours.
  if (code.split(main).length !== 2) throw new Error("Redoc's main element is not where it used to be.");
  // It loads its logo from another host, and has no option against it.
  const logos = /https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g;
  return seams + code.replace(main, ".div`").replaceAll(logos, "data:,");
}

const main = ".main`";
const seams = `class EverythingInSight {
  constructor(tell) { this.tell = tell; }
  observe(target) { queueMicrotask(() => this.tell([{ target, isIntersecting: true }], this)); }
  unobserve() {}
  disconnect() {}
}
const keepAddress = () => {};
`;

/** The page that Redocly renders of a document without operations, whole in one file. */
async function plainPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-reference-"));
  try {
    const [source, page] = [join(folder, "openapi.json"), join(folder, "index.html")];
    await writeFile(source, JSON.stringify({ openapi: "3.1.1", info: { title: "", version: "" }, paths: {} }));
    const { ok, output } = await redocly(["build-docs", source, "--inlineBundle", `--output=${page}`], {}, false);
    if (!ok) throw new Error(`Redocly could not render the reference.\n${output}`);
    return await readFile(page, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}
