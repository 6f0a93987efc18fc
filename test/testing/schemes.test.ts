import { afterAll, beforeAll, expect, test } from "vitest";
import { writeTemporaryFile } from "../traffic/files.ts";
import { type Servers, startServers } from "./servers.ts";

const secret = "s3cret-of-a-request";
const basic = `Basic ${btoa(`user:${secret}`)}`;

/** Operations by what they take, with requests that are accepted and rejected. */
const operations: Record<string, { security?: object[]; accepted: object[]; rejected: object[] }> = {
  bearer: { accepted: [{ authorization: `Bearer ${secret}` }], rejected: [{ authorization: basic }, {}] },
  key: {
    security: [{ key: [] }],
    accepted: [{ "x-api-key": secret }],
    rejected: [{ authorization: `Bearer ${secret}` }, { "api-key": secret }, {}],
  },
  basic: {
    security: [{ basic: [] }],
    accepted: [{ authorization: basic }],
    rejected: [{ authorization: `Basic ${secret}` }, { authorization: `Bearer ${secret}` }],
  },
  session: {
    security: [{ session: [] }],
    accepted: [{ cookie: `theme=dark; session=${secret}` }],
    rejected: [{ cookie: `other=${secret}` }, { session: secret }],
  },
  together: {
    security: [{ key: [], bearer: [] }],
    accepted: [{ "x-api-key": secret, authorization: `Bearer ${secret}` }],
    rejected: [{ "x-api-key": secret }, { authorization: `Bearer ${secret}` }],
  },
  either: {
    security: [{ key: [] }, { bearer: [] }],
    accepted: [{ "x-api-key": secret }, { authorization: `Bearer ${secret}` }],
    rejected: [{ authorization: basic }],
  },
  optional: { security: [{ bearer: [] }, {}], accepted: [{}, { authorization: `Bearer ${secret}` }], rejected: [] },
  open: { security: [], accepted: [{}], rejected: [] },
};

const paths = Object.entries(operations).map(([operationId, { security }]) => {
  const operation = { operationId, responses: { "204": { description: "Done." } }, ...(security && { security }) };
  return [`/${operationId}`, { get: operation }] as const;
});
const contract = {
  openapi: "3.1.1",
  info: { title: "Schemes", version: "1.0.0", summary: "Schemes.", description: "Paths without a version." },
  servers: [
    { url: "https://{region}.service.test", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "https://staging.service.test" },
  ],
  tags: [],
  security: [{ bearer: [] }],
  "x-operation-index": {},
  paths: Object.fromEntries(paths),
  components: {
    schemas: {},
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-API-Key" },
      basic: { type: "http", scheme: "basic" },
      session: { type: "apiKey", in: "cookie", name: "session" },
    },
  },
};

let servers: Servers;
beforeAll(async () => {
  servers = await startServers(writeTemporaryFile("schemes.json", JSON.stringify(contract)));
});
afterAll(() => servers.close());

const statusesOf = (path: string, requests: object[]) =>
  Promise.all(
    requests.flatMap((headers) => [
      fetch(`${servers.mock.url}${path}`, { headers: { ...headers } }).then(({ status }) => status),
      servers.server.fetch(`https://us.service.test${path}`, { headers: { ...headers } }).then(({ status }) => status),
    ]),
  );

test.each(Object.entries(operations))(
  "mock and test server accept exactly the credentials that an operation declares: %s",
  async (id, { accepted: acceptedRequests, rejected: rejectedRequests }) => {
    expect(new Set(await statusesOf(`/${id}`, acceptedRequests))).toEqual(new Set([204]));
    expect((await statusesOf(`/${id}`, rejectedRequests)).filter((status) => status !== 401)).toEqual([]);
  },
);

test("neither journal contains a credential", async () => {
  const journals = JSON.stringify([await servers.mock.journal(), servers.server.calls()]);
  expect(journals).toContain('"operation":"together"');
  for (const text of [secret, btoa(`user:${secret}`)]) expect(journals).not.toContain(text);
});
