import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../scripts/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";

const runSample = (name: string) => run(process.execPath, ["--import", "tsx", `test/samples/${name}`]);

test.each([
  ["mock/start.ts", "https://example.com/sms"],
  ["testing/sequence.ts", "0 tokens after 3 attempts"],
  ["testing/bodies.ts", "A body of your own\n[ 'unsuccessful' ]"],
  ["testing/steps.ts", "2 tokens after 2 attempts\n404\n{ queued: true }"],
])("the sample %s prints %j", async (name, printed) => {
  expect(await runSample(name)).toEqual({ ok: true, output: printed });
});

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const environment = () => ({ PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "token-of-a-sample" });

test("the curl sample gets the example, the failure and the journal of its run", async () => {
  const { ok, output } = await run("bash", ["test/samples/mock/prefer.sh"], {
    ...environment(),
    CURL_HOME: "/nowhere",
  });
  expect(ok).toBe(true);
  expect(output).toContain('"tokens":[]');
  expect(output).toMatch(/"run":"my-test".*"preferences":\{"code":503,"times":2\}.*"status":503/);
});

test("the sample of planned steps is accepted by the mock", async () => {
  expect(await run("bash", ["test/samples/mock/control.sh"], environment())).toEqual({ ok: true, output: "" });
});

test("a Python client by the standard library gets examples, sequences, a reset and its journal", async () => {
  expect(await run("python3", ["test/samples/mock/stranger.py"], environment())).toEqual({
    ok: true,
    output: "2 tokens\n503, 503, then 200\nread on after a reset: 200\n3 calls in the journal of this run",
  });
});
