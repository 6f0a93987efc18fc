import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readContract } from "../../scripts/contract/document.ts";
import {
  type Body,
  type Exchange,
  type IgnoredEntry,
  isIgnored,
} from "../../src/traffic/exchange.ts";
import { readVariables } from "../../src/traffic/postman.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";

// Recordings in the dialects of those who write them. Next to each are the facts that a reader of
// it would find.
const folder = join(import.meta.dirname, "producers");
const producers = readdirSync(folder).filter((file) => /^[^.]+(\.\d)?\.(har|json)$/.test(file));

const createFact = ({ mediaType, content }: Body) => [
  ...(mediaType ? [mediaType] : []),
  "value" in content ? content.value : content.missing,
];

/** Returns what is read of an entry, as the facts next to a recording have it. */
function describeItem(item: Exchange | IgnoredEntry): object | string {
  if (isIgnored(item)) return item.reason;
  const { method, segments, query, requestBody, status, responseBody } = item;
  return {
    request: `${method} /${segments.join("/")}${query.size > 0 ? `?${query}` : ""}`,
    ...(requestBody.mediaType && { body: createFact(requestBody) }),
    status,
    response: createFact(responseBody),
  };
}

test.each(producers)("%s is read as the facts next to it say", async (file) => {
  const path = join(folder, file);
  const environment = path.replace(/\.json$/, ".environment.json");
  const contract = readContract();
  const environmentFiles = environment !== path && existsSync(environment) ? [environment] : [];
  const variables = readVariables(environmentFiles);
  const { readFile, baseUrls } = createTrafficReader(createVerifiableContract(contract), {
    variables,
  });
  const items: unknown[] = [];
  for await (const item of readFile(path)) items.push(describeItem(item));
  const facts: unknown = parse(readFileSync(path.replace(/\.(har|json)$/, ".facts.yaml"), "utf8"));
  expect(items).toEqual(facts);
  expect(baseUrls.findAmbiguity()).toBeUndefined();
});

test("there are recordings of each producer", () => {
  expect(producers).toHaveLength(11);
});
