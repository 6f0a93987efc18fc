import { expect, test } from "vitest";
import { generateClient } from "./generated-client.ts";
import { failureOf } from "./server.ts";

// The clients of contracts with known addresses. Without one, `baseUrl` is needed: options.test.ts.

const regional = { default: "eu", enum: ["eu", "us"] };
const knownServers = generateClient((contract) => {
  contract.servers = [
    { url: "https://{region}.a.test/", description: "Production.", variables: { region: regional } },
    { url: "https://{stage}.b.test/base", description: "Stages.", variables: { stage: { default: "one" } } },
  ];
  const operation = contract.paths["/api/v2/webhookRelay/types"]?.get;
  Object.assign(operation as object, { servers: [{ url: "https://files.test/x/" }] });
});

/** Creates clients over a `fetch` that stores the URLs without their query. */
async function start(baseUrl?: unknown) {
  const { createPhoneAgentClient, createHttp } = await knownServers;
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url.replace(/\?.*/, ""));
    return Response.json({ success: true });
  };
  const options = { baseUrl, token: "t", fetch, retry: false };
  return { phone: createPhoneAgentClient(options), http: createHttp(options), urls };
}

test.each<[name: string, baseUrl: unknown, urls: [address: string, ofOperation: string]]>([
  ["the first server by default", undefined, ["https://eu.a.test", "https://files.test/x"]],
  ["the value of a variable", { region: "us" }, ["https://us.a.test", "https://files.test/x"]],
  ["a server by its name", { server: "Stages" }, ["https://one.b.test/base", "https://files.test/x"]],
  ["the server that has a variable", { stage: "two" }, ["https://two.b.test/base", "https://files.test/x"]],
  ["another address, for all operations", "https://mock.test", ["https://mock.test", "https://mock.test"]],
])("a client calls %s", async (_, baseUrl, [address, ofOperation]) => {
  const { phone, http, urls } = await start(baseUrl);
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
  ["an unknown server", { server: "Test" }, '`baseUrl.server` must be one of "Production", "Stages"'],
  ["a variable that the server doesn't have", { server: "Stages", region: "eu" }, "`baseUrl.server` must be one of"],
  ["an unknown value", { region: "asia" }, "`baseUrl.region` must be one of eu, us."],
  ["an unknown variable", { zone: "eu" }, "Unknown option `zone`. Known: server, region, stage."],
])("a base URL with %s is rejected as the client is created", async (_, baseUrl, message) => {
  const { createPhoneAgentClient } = await knownServers;
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl, token: "t" }));
  expect(error).toMatchObject({ kind: "configuration" });
  expect(error.message).toContain(message);
});

test("a client calls an address that is one variable with listed values", async () => {
  const { createPhoneAgentClient } = await generateClient((contract) => {
    const addresses = { default: "https://eu.test", enum: ["https://eu.test", "https://us.test/base"] };
    contract.servers = [{ url: "{address}", variables: { address: addresses } }];
    // A server of a path is that of its operations.
    Object.assign(contract.paths["/api/v2/tokens"] as object, { servers: [{ url: "https://files.test" }] });
  });
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return Response.json({ success: true, tokens: [] });
  };
  const options = { baseUrl: { address: "https://us.test/base" }, token: "t", fetch };
  const phone = createPhoneAgentClient(options as never);
  await phone.listTokens();
  await phone.request("GET", "/api/v2/example");
  expect(urls).toEqual(["https://files.test/api/v2/tokens?token=t", "https://us.test/base/api/v2/example?token=t"]);
});

test.each([
  ["the default port, which a URL doesn't have", undefined, "https://files.test"],
  ["another port", { port: "8443" }, "https://files.test"],
  ["a server of a fixed default port", { server: "Stage" }, "https://files.test"],
  ["an address that only begins like a server", "https://stage.test.other.test", "https://stage.test.other.test"],
])("a client with %s calls the server of an operation, unless the address isn't the contract's", async (...row) => {
  const [, baseUrl, address] = row;
  const { createPhoneAgentClient } = await generateClient((contract) => {
    const variables = { port: { default: "443" }, version: { default: "v1" } };
    contract.servers = [
      { url: "https://a.test:{port}/{version}", variables },
      { url: "https://stage.test:443", description: "Stage" },
    ];
    Object.assign(contract.paths["/api/v2/tokens"] as object, { servers: [{ url: "https://files.test" }] });
  });
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return Response.json({ success: true, tokens: [] });
  };
  await createPhoneAgentClient({ baseUrl, token: "t", fetch } as never).listTokens();
  expect(urls).toEqual([`${address}/api/v2/tokens?token=t`]);
});
