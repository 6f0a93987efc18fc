import { expect, test } from "vitest";
import { generateClient } from "./generated-client.ts";
import { failureOf } from "./server.ts";

// The client of a contract with known addresses. Without one, `baseUrl` is needed: options.test.ts.

const addresses = { default: "https://eu.test", enum: ["https://eu.test", "https://us.test/base"] };
const servers = [
  {
    url: "https://{region}.a.test/",
    description: "Production.",
    variables: { region: { default: "eu", enum: ["eu", "us"] } },
  },
  {
    url: "https://{stage}.b.test/base",
    description: "Stages.",
    variables: { stage: { default: "one" } },
  },
  {
    url: "https://c.test:{port}/{version}",
    description: "Ports.",
    variables: { port: { default: "443" }, version: { default: "v1" } },
  },
  { url: "https://d.test:443", description: "Fixed." },
  { url: "{address}", description: "Any.", variables: { address: addresses } },
];
const client = generateClient((contract) => {
  Object.assign(contract, { servers });
  // A server of a path is that of its operations.
  Object.assign(contract.paths["/api/v2/webhookRelay/types"] as object, {
    servers: [{ url: "https://files.test/x/" }],
  });
});

const files = "https://files.test/x";
test.each<[name: string, baseUrl: unknown, address: string, ofOperation?: string]>([
  ["the first server by default", undefined, "https://eu.a.test"],
  ["the value of a variable", { region: "us" }, "https://us.a.test"],
  ["a server by its name", { server: "Stages" }, "https://one.b.test/base"],
  [
    "the server that has a variable, with a value of the user's own for all operations",
    { stage: "two" },
    "https://two.b.test/base",
    "https://two.b.test/base",
  ],
  ["another address, for all", "https://mock.test", "https://mock.test", "https://mock.test"],
  ["the default port, which a URL doesn't have", { server: "Ports" }, "https://c.test/v1"],
  ["a server of a fixed default port", { server: "Fixed" }, "https://d.test"],
  ["one variable", { address: "https://us.test/base" }, "https://us.test/base"],
])("a client calls %s", async (_, baseUrl, address, ofOperation = files) => {
  const { createPhoneAgentClient, createHttp } = await client;
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url.replace(/\?.*/, ""));
    return Response.json({ success: true });
  };
  const options = { baseUrl, token: "t", fetch, retry: false };
  const [phone, http] = [createPhoneAgentClient(options), createHttp(options)];
  await phone.request("GET", "/api/v2/example");
  await phone.listWebhookRelayTypes();
  await http.GET("/api/v2/webhookRelay/types");
  expect(urls).toEqual([
    `${address}/api/v2/example`,
    ...Array(2).fill(`${ofOperation}/api/v2/webhookRelay/types`),
  ]);
});

const names = '"Production", "Stages", "Ports", "Fixed", "Any"';
test.each([
  ["an unknown server", { server: "Test" }, `\`baseUrl.server\` must be one of ${names}`],
  [
    "a variable that the server doesn't have",
    { server: "Stages", region: "eu" },
    "`baseUrl.server` must be one of",
  ],
  ["an unknown value", { region: "asia" }, "`baseUrl.region` must be one of eu, us."],
  ["an unknown variable", { zone: "eu" }, "Unknown option `zone`. Known: server, region, stage,"],
])("a base URL with %s is rejected as the client is created", async (_, baseUrl, message) => {
  const { createPhoneAgentClient } = await client;
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl, token: "t" }));
  expect(error.message).toContain(message);
});
