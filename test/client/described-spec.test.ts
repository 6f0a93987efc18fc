import { expect, test } from "vitest";
import { describeSpec } from "../../scripts/contract/client-spec.ts";
import { toSpec } from "../../src/client/described-spec.ts";
import { parseArguments, writeRequest } from "../../src/client/request.ts";
import { operationsById } from "../../src/openapi/operations.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const contract = contractWith(({ paths }) => {
  const list = { type: "array", items: { type: "string" } };
  const map = { type: "object", additionalProperties: { type: "integer" } };
  paths["/api/v2/shops/{shopId}"] = {
    post: {
      operationId: "sell",
      summary: "Sell",
      description: "Sells.",
      tags: ["Messaging"],
      "x-repeatable": false,
      parameters: [
        { name: "shopId", in: "path", required: true, schema: { type: "string" } },
        { name: "tags", in: "query", explode: false, schema: list },
        { name: "filter", in: "query", style: "deepObject", schema: map },
        { name: "where", in: "query", content: { "application/json": { schema: map } } },
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        { name: "Module", in: "query", schema: { type: "string" } },
        { name: "Name", in: "query", schema: { type: "string" } },
      ],
      requestBody: {
        required: true,
        content: { "application/x-www-form-urlencoded": { schema: map } },
      },
      responses: { "204": { description: "Sold." } },
    },
  } as never;
});

test("the request of any contract's operation is written from the description of its spec", () => {
  const operation = operationsById(contract)["sell"];
  const spec = toSpec(JSON.parse(JSON.stringify(describeSpec(operation as never, contract))));
  const inputs = {
    tags: ["a", "b c"],
    filter: { from: 1 },
    where: { a: 1 },
    xTrace: "t",
    module: "m",
    name: "n",
  };
  const [values, options] = parseArguments(spec, ["a/b", { price: 5 }, inputs, {}] as never);
  expect(options).toEqual({});
  const { path, url, init } = writeRequest(spec, values, "https://example.com");
  expect(path).toBe("/api/v2/shops/a%2Fb");
  expect(url).toBe(
    `https://example.com${path}?tags=a,b%20c&filter%5Bfrom%5D=1&where=%7B%22a%22%3A1%7D&Module=m&Name=n`,
  );
  expect(init).toMatchObject({ method: "POST", body: "price=5" });
  expect(Object.fromEntries(init.headers ?? [])).toEqual({
    "content-type": "application/x-www-form-urlencoded",
    "x-trace": "t",
  });
});
