import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type OutputFile } from "esbuild";
import { root } from "../tools/run.ts";

export const token = "<EXAMPLE_TOKEN_1>";

/** A module that makes one call, as an integrator would write it. */
export const oneCall = `import { createPhoneAgentClient } from "${root}src/index.ts";
  createPhoneAgentClient({ baseUrl: "https://example.com", token: "t" }).listTokens().then(console.log);`;

/** A module that exports `create(fetch, baseUrl)`, which returns a call with a timeout and retries. */
export const ourCaller = `import { createPhoneAgentClient } from "${root}src/index.ts";
  export const create = (fetch, baseUrl) => {
    const phone = createPhoneAgentClient({ baseUrl, token: "${token}", fetch });
    return () => phone.listTokens();
  };`;

/** The same for the client that Redocly writes from our contract into a file. */
export const redoclyCaller = (clientFile: string): string => `import { client } from "${clientFile}";
  export const create = (fetch, serverUrl) => {
    const auth = { apiKey: { apiToken: "${token}" } };
    client.configure({ serverUrl, fetch, timeout: 30_000, retry: { retries: 2 }, auth });
    return () => client.listTokens();
  };`;

/** Bundles a module, and creates its call over a `fetch` that always returns `body`. */
export async function createTimedCall(caller: string, body: string): Promise<() => Promise<unknown>> {
  const { text } = await bundle(caller, root, { platform: "node" });
  const { create } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const init = { headers: { "content-type": "application/json" } };
  return create(async () => new Response(body, init), "https://example.com");
}

/**
 * How many bytes one call may take. The table has 16 for each of 97 operations of every shape; more are more alike. About
 * 300 pay for the cause of a failure, in which every form of the token is looked for.
 */
export const maxCallBytes = (operations: number): number =>
  7_420 + 16 * Math.min(operations, 100) + 8 * Math.max(operations - 100, 0);

/** The size of a module, bundled and minified for browsers and gzipped, in bytes. */
export async function measureGzipped(source: string, folder: string): Promise<number> {
  const { contents } = await bundle(source, folder, { platform: "browser", target: "es2022", minify: true });
  return gzipSync(contents, { level: 9 }).length;
}

async function bundle(source: string, folder: string, options: BuildOptions): Promise<OutputFile> {
  const stdin = { contents: source, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", ...options });
  return outputFiles?.[0] as OutputFile;
}
