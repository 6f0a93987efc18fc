import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type OutputFile } from "esbuild";
import { root } from "../tools/run.ts";

export const token = "<EXAMPLE_TOKEN_1>";

/** A client of the service, as modules that esbuild bundles. */
interface Caller {
  name: string;
  /** A module that makes one call, as an integrator would write it. */
  source: string;
  /** Exports `create(fetch, baseUrl)`, which returns the call to be timed, with a timeout and retries if possible. */
  timed: string;
  /** How many times as long as the peer's our call may take. */
  maximum?: number;
}

export const ourCaller: Omit<Caller, "name"> = {
  source: `import { createPhoneAgentClient } from "${root}src/index.ts";
    createPhoneAgentClient({ baseUrl: "https://example.com", token: "t" }).listTokens().then(console.log);`,
  timed: `import { createPhoneAgentClient } from "${root}src/index.ts";
    export const create = (fetch, baseUrl) => {
      const phone = createPhoneAgentClient({ baseUrl, token: "${token}", fetch });
      return () => phone.listTokens();
    };`,
};

/** Returns the clients to compare with. `clientFile` is the one that Redocly writes from our contract. */
export const peersOf = (clientFile: string): Caller[] => [
  {
    name: "redocly generate-client",
    source: `import { configure, listTokens } from "${clientFile}";
      configure({ serverUrl: "https://example.com", auth: { apiKey: { apiToken: "t" } } });
      listTokens().then(console.log);`,
    timed: `import { client } from "${clientFile}";
      export const create = (fetch, serverUrl) => {
        client.configure({ serverUrl, fetch, timeout: 30_000, retry: { retries: 2 }, auth: { apiKey: { apiToken: "${token}" } } });
        return () => client.listTokens();
      };`,
    maximum: 1.1,
  },
  {
    // Has neither a timeout nor retries.
    name: "openapi-fetch",
    source: `import createClient from "openapi-fetch";
      createClient({ baseUrl: "https://example.com" }).GET("/api/v2/tokens").then(console.log);`,
    timed: `import createClient from "openapi-fetch";
      export const create = (fetch, baseUrl) => {
        const client = createClient({ baseUrl, fetch });
        return () => client.GET("/api/v2/tokens", { params: { query: { token: "${token}" } } });
      };`,
  },
];

/** Bundles a caller, and creates its call over a `fetch` that always returns `body`. */
export async function createTimedCall({ timed }: Pick<Caller, "timed">, body: string): Promise<() => Promise<unknown>> {
  const { text } = await bundle(timed, root, { platform: "node" });
  const { create } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const init = { headers: { "content-type": "application/json" } };
  return create(async () => new Response(body, init), "https://example.com");
}

/**
 * Returns how many bytes one call of the client may take. The table has 16 for each of 97 operations of every shape; more are more
 * alike.
 */
export const maxCallBytes = (operations: number): number =>
  6_920 + 16 * Math.min(operations, 100) + 8 * Math.max(operations - 100, 0);

/** Returns the size of a module, bundled and minified for browsers and gzipped, in bytes. */
export async function measureGzipped(source: string, folder: string): Promise<number> {
  const { contents } = await bundle(source, folder, { platform: "browser", target: "es2022", minify: true });
  return gzipSync(contents, { level: 9 }).length;
}

async function bundle(source: string, folder: string, options: BuildOptions): Promise<OutputFile> {
  const stdin = { contents: source, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", ...options });
  return outputFiles?.[0] as OutputFile;
}
