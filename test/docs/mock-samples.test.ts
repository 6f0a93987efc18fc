import { cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, run } from "../../scripts/tools/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";

const samples: Record<string, string> = {
  "recipes/timeout": "timeout after 1 attempt",
  "recipes/name-only": "{ queued: true } after 2 requests",
  "mock/start": "https://example.com/sms",
  "testing/sequence": "0 tokens after 3 attempts",
  "testing/bodies": "A body of your own\n[ 'unsuccessful' ]",
  "testing/steps": "2 tokens after 2 attempts\n404\n{ queued: true }",
};
/** The compiled samples, below the project, so that they find its modules. A TypeScript loader costs more than a sample. */
const compiled = join(root, "dist", basename(tmpdir()), "samples");
beforeAll(async () => {
  await build({
    entryPoints: Object.keys(samples).map((name) => join(root, `test/samples/${name}.ts`)),
    outdir: compiled,
    bundle: true,
    splitting: true,
    packages: "external",
    tsconfig: join(root, "tsconfig.json"),
    platform: "node",
    format: "esm",
  });
  cpSync(join(root, "test/samples/mock/examples.yaml"), join(compiled, "mock/examples.yaml"));
});

test.each(Object.entries(samples))("the sample %s prints %j", async (name, output) => {
  expect(await run(process.execPath, [join(compiled, `${name}.js`)])).toEqual({ ok: true, output: output });
});

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const createEnvironment = () => ({ PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "token-of-a-sample" });

test("the curl sample gets the example, the failure and the journal of its run", async () => {
  const { ok, output } = await run("bash", ["test/samples/mock/prefer.sh"], {
    ...createEnvironment(),
    CURL_HOME: "/nowhere",
  });
  expect(ok).toBe(true);
  expect(output).toContain('"tokens":[]');
  expect(output).toMatch(/"run":"my-test".*"preferences":\{"code":503,"times":2\}.*"status":503/);
});

test("the sample of planned steps is accepted by the mock", async () => {
  expect(await run("bash", ["test/samples/mock/control.sh"], createEnvironment())).toEqual({ ok: true, output: "" });
});

test("a Python client by the standard library gets examples, sequences, a reset and its journal", async () => {
  expect(await run("python3", ["test/samples/mock/stranger.py"], createEnvironment())).toEqual({
    ok: true,
    output: "2 tokens\n503, 503, then 200\nread on after a reset: 200\n3 calls in the journal of this run",
  });
});
