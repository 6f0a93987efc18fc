import { expect, test } from "vitest";
import { readTypes } from "../../scripts/generate/types/read-types.ts";
import { learnFacts } from "../../scripts/learn/fact/learn.ts";
import { vocabularyOf } from "../../scripts/learn/name/vocabulary.ts";
import { renderReport } from "../../scripts/learn/review/report.ts";
import { initialContract } from "./contract.ts";
import { contractAfter, createExchange, documentOf, exchangesOf, getExchange, learnFrom, observe } from "./helpers.ts";

const repeat = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const createAgent = (index: number) => ({ id: index, title: `title ${index}`, zorbled: index % 2 === 0 });

/** Exchanges with personal words in one place, and the words that must not be written. */
const plantedCases: Record<string, { entries: object[]; words: string[]; kept?: string }> = {
  "keys of a map, once": {
    entries: [
      getExchange("agents/1", { ...createAgent(1), byUser: { margaret: { seen: 1 }, PlantQuentinSmith: { seen: 2 } } }),
    ],
    words: ["margaret", "quentin"],
    kept: "seen",
  },
  "the same keys of a map in every exchange": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}`, {
        ...createAgent(index),
        summary: { margaret: index, PlantQuentinSmith: index + 1 },
      }),
    ),
    words: ["margaret", "quentin"],
    kept: "title",
  },
  "keys of a map with values of several types, in every exchange": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}`, { ...createAgent(index), summary: { margaret: index, quentin: `${index}` } }),
    ),
    words: ["margaret", "quentin"],
  },
  "a word that recurs only beside names that recur": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}`, {
        ...createAgent(index),
        details: { zorbled: index, glimfer: `${index}` },
        info: { glimfer: index, plantmargaret: `${index}` },
        byUser: { plantmargaret: index },
      }),
    ),
    words: ["plant", "margaret"],
    kept: "title",
  },
  "custom fields in every exchange": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}`, { ...createAgent(index), customFields: { id: 1, PlantDiagnosisHIV: `${index}` } }),
    ),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a custom field of a few": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}`, { ...createAgent(index), ...(index < 7 && { PlantDiagnosisHIV: true }) }),
    ),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a custom field of one who polls": {
    entries: repeat(40, () => getExchange("agents/1", { ...createAgent(1), PlantDiagnosisHIV: true })),
    words: ["plant", "diagnosis", "hiv"],
  },
  "a path segment": {
    entries: [getExchange("agents/margaret.plantfield/versions", { versions: [] })],
    words: ["margaret", "plant"],
    kept: "/agents/{?}/versions",
  },
  "a path segment at the top": {
    entries: repeat(30, () => getExchange("margaret", { id: 1 })),
    words: ["margaret"],
  },
  "a bare query": {
    entries: repeat(40, (index) => getExchange(`agents/${index}?plantvaluequery&limit=${index}`, createAgent(index))),
    words: ["plant"],
    kept: "limit",
  },
  "keys of an error body": {
    entries: [
      getExchange("agents/1", createAgent(1)),
      ...repeat(40, (index) =>
        getExchange(`agents/${index}`, { errors: { "margaret plantfield": ["x"], plantfield: [`${index}`] } }, 422),
      ),
    ],
    words: ["margaret", "plant"],
    kept: "errors",
  },
  "form fields": {
    entries: repeat(40, (index) =>
      createExchange(
        {
          method: "POST",
          path: `/api/v2/agents/${index}`,
          mediaType: "application/x-www-form-urlencoded",
          body: `title=${index}&margaret=${index}&plantfield=x`,
        },
        { status: 200, mediaType: "application/json", body: createAgent(index) },
      ),
    ),
    words: ["margaret", "plant"],
    kept: "x-www-form-urlencoded",
  },
  "a media type": {
    entries: [
      createExchange(
        { method: "GET", path: "/api/v2/agents/1" },
        { status: 200, mediaType: "application/vnd.margaret+json", body: createAgent(1) },
      ),
    ],
    words: ["margaret"],
  },
  "the request's own token as a field": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}?token=plantsecret`, { ...createAgent(index), plantsecret: index }),
    ),
    words: ["plantsecret"],
    kept: "title",
  },
  "the request's own token as a key, with digits": {
    entries: repeat(40, (index) =>
      getExchange(`agents/${index}?token=S3CRETtok`, { ...createAgent(index), data: { S3CRETtok: index } }),
    ),
    words: ["s3crettok"],
  },
};

test.each(Object.entries(plantedCases))("%s is in no output", (name, { entries, words, kept: keptText }) => {
  const { observations, vocabulary } = observe(exchangesOf(entries));
  const learnedFacts = learnFacts(initialContract(), observations, vocabulary);
  const report = renderReport(learnedFacts, observations);
  const contractText = JSON.stringify(contractAfter(learnedFacts));
  const writtenText = [report, documentOf(learnedFacts), contractText].join("\n").toLowerCase();
  expect(words.filter((word) => writtenText.includes(word))).toEqual([]);
  if (keptText) expect(writtenText).toContain(keptText.toLowerCase());
  if (!/token/.test(name))
    expect(report).toMatch(
      /Withheld: .*\n {2}(GET|POST) \/.*: (field|input|path segment|media type)s (once|\d+ times)/,
    );
});

test("names that JavaScript or JSON Schema gives a meaning are withheld, so that the types can be generated", async () => {
  const names = ["hasOwnProperty", "constructor", "toString", "valueOf", "$ref"];
  const fields = Object.fromEntries(names.map((name) => [name, "a"]));
  const learnedFacts = learnFrom(
    repeat(40, (index) => getExchange("billing/usage", { ...fields, used: index, id: "b" })),
  );
  expect(learnedFacts.withheldNames.flatMap((entry) => entry.names)).toEqual(names.toSorted());
  const { schema } = await readTypes(contractAfter(learnedFacts));
  expect(schema).toContain("used?: number;");
});

test("the name of a parameter in the contract is known, that of a tag is withheld", () => {
  const contract = structuredClone(initialContract());
  const parameters = [{ name: "zorblatt", in: "query", schema: {} }];
  Object.assign(contract.paths["/api/v2/tokens"]?.["get"] ?? {}, { parameters });
  contract.tags.push({ name: "Glimfer" });
  expect(["zorblatt", "glimfer"].map(vocabularyOf(contract).kindOf)).toEqual(["known", "withheld"]);
});

test("a field without a name isn't proposed as a property", () => {
  const learnedFacts = learnFrom([getExchange("tasks", { "": 1, title: "x" })]);
  expect(documentOf(learnedFacts)).not.toMatch(/^ *"":/m);
});
