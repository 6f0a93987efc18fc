import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import deliverable from "../../../../scripts/lint/rules/deliverable.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { problemsOf } from "./expect-rule.ts";

const media = { schema: { type: "object" } };
const requestBody = { description: "A call.", content: { "application/json": media } };
const post = { requestBody, responses: { "200": { description: "Received." } } };
const signature = { name: "X-Signature", in: "header", description: "Signs.", schema: { type: "string" } };
const form = "A webhook or callback must be a POST with one JSON body.";
const place = (name: string) =>
  `A webhook or callback can't take "${name}": its parameters are headers, each a string, a number, a boolean or a list.`;

/** Places of a request that the service sends, with the pointer to it. */
const places: Record<string, [pointer: string, add: (contract: Contract, item: object) => unknown]> = {
  webhook: ["webhooks/ended", (contract, item) => Object.assign(contract, { webhooks: { ended: item } })],
  callback: [
    "paths//api/v2/tokens/get/callbacks/ended/{$request.query.url}",
    (contract, item) =>
      Object.assign(objectAt(contract, ...tokens), { callbacks: { ended: { "{$request.query.url}": item } } }),
  ],
  "callback by reference": [
    "paths//api/v2/tokens/get/callbacks/ended/{$request.query.url}",
    (contract, item) => {
      Object.assign(contract.components, { callbacks: { Ended: { "{$request.query.url}": item } } });
      Object.assign(objectAt(contract, ...tokens), { callbacks: { ended: { $ref: "#/components/callbacks/Ended" } } });
    },
  ],
};

const problemsWith = (name: string, item: object) =>
  problemsOf(
    deliverable,
    contractWith((contract) => places[name]?.[1](contract, item)),
  );

test.each(Object.keys(places))("accepts a %s with headers", (name) => {
  expect(problemsWith(name, { post: { ...post, parameters: [signature] } })).toEqual([]);
  expect(problemsWith(name, { parameters: [signature], post })).toEqual([]);
});

const mistakes: [name: string, item: object, method: string, message: string][] = [
  ["is a GET", { get: post }, "get", form],
  ["has no body", { post: { responses: {} } }, "post", form],
  ["has a text", { post: { requestBody: { content: { "text/plain": media } } } }, "post", form],
  [
    "has two media types",
    { post: { requestBody: { content: { "application/json": media, "application/hal+json": media } } } },
    "post",
    form,
  ],
  ["has a query", { post: { ...post, parameters: [{ ...signature, in: "query" }] } }, "post", place("X-Signature")],
  ["has a query of its path", { parameters: [{ ...signature, in: "query" }], post }, "post", place("X-Signature")],
  [
    "has a header that is an object",
    { post: { ...post, parameters: [{ ...signature, schema: { type: ["object", "null"] } }] } },
    "post",
    place("X-Signature"),
  ],
  [
    "has JSON in a header",
    { post: { ...post, parameters: [{ ...signature, schema: undefined, content: { "application/json": media } }] } },
    "post",
    place("X-Signature"),
  ],
];

test.each(Object.keys(places).flatMap((name) => mistakes.map((mistake) => [name, ...mistake] as const)))(
  "reports that a %s %s",
  (name, _, item, method, message) => {
    expect(problemsWith(name, item)).toEqual([{ message, path: `${places[name]?.[0]}/${method}` }]);
  },
);
