import { expect, test } from "vitest";
import { generateClient } from "./generated-client.ts";
import { failureOf } from "./server.ts";

// The clients of contracts with known addresses. Without one, `baseUrl` is needed: options.test.ts.

/** Generates the client of a contract with these servers, one of whose operations has its own. */
const generateWith = (servers: object[]) =>
  generateClient((contract) => {
    Object.assign(contract, { servers });
    // A server of a path is that of its operations.
    Object.assign(contract.paths["/api/v2/webhookRelay/types"] as object, {
      servers: [{ url: "https://files.test/x/" }],
    });
  });

const regional = { default: "eu", enum: ["eu", "us"] };
const named = generateWith([
  { url: "https://{region}.a.test/", description: "Production.", variables: { region: regional } },
  {
    url: "https://{stage}.b.test/base",
    description: "Stages.",
    variables: { stage: { default: "one" } },
  },
]);
const port = { default: "443" };
const ports = generateWith([
  { url: "https://a.test:{port}/{version}", variables: { port, version: { default: "v1" } } },
  { url: "https://stage.test:443", description: "Stage" },
]);
const addresses = { default: "https://eu.test", enum: ["https://eu.test", "https://us.test/base"] };
const listed = generateWith([{ url: "{address}", variables: { address: addresses } }]);

const files = "https://files.test/x";
test.each<
  [name: string, client: typeof named, baseUrl: unknown, address: string, ofOperation?: string]
>([
  ["the first server by default", named, undefined, "https://eu.a.test"],
  ["the value of a variable", named, { region: "us" }, "https://us.a.test"],
  ["a server by its name", named, { server: "Stages" }, "https://one.b.test/base"],
  [
    "the server that has a variable, with a value of the user's own for all operations",
    named,
    { stage: "two" },
    "https://two.b.test/base",
    "https://two.b.test/base",
  ],
  [
    "another address, for all operations",
    named,
    "https://mock.test",
    "https://mock.test",
    "https://mock.test",
  ],
  ["the default port, which a URL doesn't have", ports, undefined, "https://a.test/v1"],
  ["a server of a fixed default port", ports, { server: "Stage" }, "https://stage.test"],
  [
    "an address that is one variable",
    listed,
    { address: "https://us.test/base" },
    "https://us.test/base",
  ],
])("a client calls %s", async (_, client, baseUrl, address, ofOperation = files) => {
  const { createPhoneAgentClient, createHttp } = await client;
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url.replace(/\?.*/, ""));
    return Response.json({ success: true });
  };
  const options = { baseUrl, token: "t", fetch, retry: false };
  const [phone, http] = [createPhoneAgentClient(options), createHttp(options)];
  await phone.request("GET", "/api/v2/example");
  await http.request("get", "/api/v2/example");
  await phone.listWebhookRelayTypes();
  await http.GET("/api/v2/webhookRelay/types");
  expect(urls).toEqual([
    ...Array(2).fill(`${address}/api/v2/example`),
    ...Array(2).fill(`${ofOperation}/api/v2/webhookRelay/types`),
  ]);
});

test.each([
  [
    "an unknown server",
    { server: "Test" },
    '`baseUrl.server` must be one of "Production", "Stages"',
  ],
  [
    "a variable that the server doesn't have",
    { server: "Stages", region: "eu" },
    "`baseUrl.server` must be one of",
  ],
  ["an unknown value", { region: "asia" }, "`baseUrl.region` must be one of eu, us."],
  ["an unknown variable", { zone: "eu" }, "Unknown option `zone`. Known: server, region, stage."],
])("a base URL with %s is rejected as the client is created", async (_, baseUrl, message) => {
  const { createPhoneAgentClient } = await named;
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl, token: "t" }));
  expect(error).toMatchObject({ kind: "configuration" });
  expect(error.message).toContain(message);
});
