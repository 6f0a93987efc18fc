import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeObserved } from "../../scripts/contract/descriptions.ts";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { callOf } from "../../scripts/docs/model/operation.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { root } from "../../scripts/tools/run.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { readData } from "../data.ts";
import { contractOf, type Operations, responding, writePages } from "./contract.ts";

interface Row {
  title: string;
  operation: object;
  has: string[];
  hasNot?: string;
}

const data = readData("docs/pages.yaml");
const { components, webhooks, servers, schemes } = data;
const fields: [line: string, schema: object][] = data.fields;

/** Gives each operation, or each field, a name of its own. */
const withNames = (prefix: string, parts: object[]): Operations =>
  Object.fromEntries(parts.map((part, index) => [`${prefix}${index}`, part]));
const addParts = (copy: Contract) => {
  Object.assign(copy.components, components);
  Object.assign(copy, { webhooks });
};

const groups: [name: string, rows: Row[], edit: (copy: Contract) => void][] = [
  ["a contract with one token", data.operations, addParts],
  [
    "a contract with several schemes",
    data.secured,
    (copy) => {
      copy.components.securitySchemes = schemes;
      copy["x-not-shown"] = {};
    },
  ],
  [
    "a contract with known servers",
    data.served,
    (copy) => {
      copy.components.securitySchemes = { bearer: schemes.bearer };
      Object.assign(copy, { servers, security: [{ bearer: [] }] });
    },
  ],
];

describe.each(groups)("in %s", (_, rows, edit) => {
  const operations = rows.map(({ operation }) => operation);
  const files = writePages(describeObserved(contractOf(withNames("op", operations), edit)));
  for (const [index, { title, has, hasNot }] of rows.entries())
    test(`a page shows ${title}`, () => {
      const page = files[`operations/op${index}.md`] ?? "";
      for (const text of has) expect(page).toContain(text.replaceAll("ID", `op${index}`));
      if (hasNot) expect(page).not.toContain(hasNot);
    });
});

describe("in a contract of many types", () => {
  const properties = withNames(
    "field",
    fields.map(([, schema]) => schema),
  );
  const files = writePages(
    contractOf({ fields: responding({ type: "object", properties }) }, addParts),
  );
  for (const [index, [line]] of fields.entries())
    test(`field ${index} has the line ${line}`, () => {
      expect(files["operations/fields.md"]).toContain(`\n- \`field${index}\` ${line}\n`);
    });

  test("the page of a webhook has the service's request and the expected response", () => {
    expect(files["webhooks/ended.md"]).toBe(`# A call has ended

Webhook \`ended\`: the service sends a \`POST\` request to your address.

Sent when a call has ended.

## Headers

- \`X-Signature\` (\`string, in the header\`, required): Signs the body.

## Body, required

Media type: \`application/json\`

- \`id\` (\`string, readOnly\`, required)
- \`name\` (\`string\`, optional)
- \`owner\` (\`object, readOnly\`, optional)
- \`owner.email\` (\`string\`, optional)

## Response 204

Received.
`);
  });
});

test("the page of a callback has the expression of its address", () => {
  const callbacks = {
    result: {
      "{$request.query.url}": { post: { operationId: "on", summary: "A", responses: {} } },
    },
  };
  expect(writePages(contractOf({ call: { callbacks } }))["webhooks/result.md"]).toContain(
    "Callback `result`: the service sends a `POST` request to your address, `{$request.query.url}`.",
  );
});

test("known servers are on the first page, and the samples of npm start call the mock", () => {
  const contract = contractOf({ call: {} }, (copy) => Object.assign(copy, { servers }));
  expect(
    writePages(contract)["index.md"],
  ).toContain(`- \`https://{region}.example.com\`: Production.
  - \`region\` (\`"eu" or "us"\`): Where data is stored. Default \`eu\`.
- \`https://staging.example.com/phone/\`: Staging.`);
  const mockUrl = "http://127.0.0.1:4601";
  const page = createPages(contract, { mockUrl }).find(({ call }) => call);
  expect(page?.call?.server).toEqual({ url: mockUrl, isMock: true });
  expect(writePages(contractOf({ call: {} }))["operations/call.md"]).not.toContain(" · on `");
});

test("the call on the page of each operation is that of the generated client", () => {
  const generatedText = readFileSync(join(root, "generated/operations.ts"), "utf8");
  const contract = readContract();
  for (const pathOperation of operationsOf(contract)) {
    const signature = new RegExp(`^  ${pathOperation.id}\\((.*)\\): Promise<.*>;$`, "m");
    const [, parameters = ""] = signature.exec(generatedText) ?? [];
    expect(callOf(pathOperation)).toContain(`(${parameters.replaceAll(/: [^,]*/g, "")})`);
  }
});

test.each([
  ["A sentence. Another one.", "A sentence."],
  [
    "## No\n\n- No item.\n\nversion 1.2 is none.\n\nThe *first* one of [all](/x.html). B.",
    "The first one of all.",
  ],
  [
    "`code` <b>begins</b> it, in 1.2 and\nlater, *a* **b** 2 * 3 `<c>*`. B.",
    "code begins it, in 1.2 and later, a b 2 * 3 <c>*.",
  ],
  ["No end", ""],
  ["", ""],
])(
  "the summary of the description %j is its first sentence of prose, in plain words: %j",
  (description, summary) => {
    const [page] = createPages(contractOf({ call: { description } })).filter(
      ({ kind }) => kind === "operation",
    );
    expect(page?.summary).toBe(summary);
  },
);
