import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/mock/index.ts";

type Row = [
  request: string,
  status: number,
  problem?: string,
  body?: string | undefined,
  headers?: Record<string, string>,
];

const key = { "x-api-key": "k" };
const bearer = { authorization: "Bearer t" };

/** Documents with what other people's contracts have, and what valid and invalid requests get. */
const contracts: Record<string, Row[]> = {
  "pets-3.0.yaml": [
    ["GET /pets", 200],
    ["GET /pets?limit=0", 422],
    ["POST /pets", 201, "", '{"id":1,"name":"Rex","tag":null}'],
    ["POST /pets", 422, "", '{"id":1,"name":null}'],
    ["PUT /pets", 204, "", '{"kind":null,"owner":null,"friend":null}'],
    ["PUT /pets", 204, "", '{"kind":"cat","owner":{"name":"Al"},"friend":{"name":"Bo"}}'],
    ["PUT /pets", 204, "", '{"toy":null}'],
    ["PUT /pets", 422, "", '{"toy":1}'],
    ["PUT /pets", 422, "", '{"kind":"cow"}'],
    ["PUT /pets", 422, "", '{"owner":{}}'],
    ["PUT /pets", 422, "", '{"friend":{}}'],
  ],
  "planets-3.1.yaml": [
    ["POST /planets", 201, "", '{"name":"Mars"}', key],
    ["POST /planets", 201, "", '{"name":"Mars"}', bearer],
    ["POST /planets", 422, "", '{"name":""}', key],
    ["PUT /planets/1/image", 204, "", undefined, key],
    [
      "POST /orbits",
      200,
      "A body of type application/xml isn't checked.",
      "<orbit/>",
      { "content-type": "application/xml" },
    ],
    ["GET /orbits", 200, "", undefined, { accept: "application/xml" }],
    ["GET /rings", 200, "", undefined, { accept: "application/xml" }],
    ["PUT /rings", 204, "", '{"name":"A"}'],
    ["PUT /rings", 422, "", '{"name":null}'],
  ],
  "garden-2.0.yaml": [
    ["GET /beds/1", 200],
    ["PUT /beds/1", 204, "", '{"size":1,"name":null}'],
    ["PUT /beds/1", 422, "", '{"size":0}'],
    ["POST /tools", 204, "", "kind=spade", { "content-type": "application/x-www-form-urlencoded" }],
    ["POST /tools", 422],
    [
      "POST /beds/1",
      200,
      "",
      "depth=11&kinds=rose,oak",
      { "content-type": "application/x-www-form-urlencoded" },
    ],
    [
      "POST /beds/1",
      200,
      "",
      "depth=11&photo=aGk%3D",
      { "content-type": "application/x-www-form-urlencoded" },
    ],
    [
      "POST /beds/1",
      422,
      "",
      "depth=11&photo=%25",
      { "content-type": "application/x-www-form-urlencoded" },
    ],
    [
      "POST /beds/1",
      422,
      "",
      "depth=11&kinds=rose,elm",
      { "content-type": "application/x-www-form-urlencoded" },
    ],
  ],
};

describe.each(Object.entries(contracts))("%s", (name, rows) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({
      port: 0,
      contract: join(import.meta.dirname, name),
      logLevel: "silent",
    });
  });
  afterAll(() => mock?.close());

  test.each(rows)("%s gets %i %s", async (request, status, problem = "", body, headers = {}) => {
    const [method = "", target] = request.split(" ");
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const init = { method, headers: { ...type, ...headers }, ...(body !== undefined && { body }) };
    const response = await fetch(mock.url + target, init);
    const text = await response.text();
    expect(response.status, text).toBe(status);
    expect(response.headers.get("mock-problem") ?? "").toContain(problem);
    if (problem === "") expect(response.headers.get("mock-problem")).toBeNull();
    expect(text).not.toMatch(/node_modules|\.js:\d/);
  });
});
