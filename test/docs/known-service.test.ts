import { expect, test } from "vitest";
import { codegenDocument } from "../../scripts/contract/codegen.ts";
import type { Contract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { writeIndex } from "../../scripts/docs/llms.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { contractWith } from "../scripts/contract-copy.ts";

/** A contract with a server for each region, one for a download, and tokens in a header. */
const contract = contractWith((copy) => {
  copy.servers = [
    {
      url: "https://{region}.phone.example.com",
      description: "Production.",
      variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where data is stored." } },
    },
    { url: "https://staging.example.com/phone/", description: "Staging." },
  ];
  copy.components.securitySchemes = { bearer: { type: "http", scheme: "bearer", description: "A token." } };
  copy.security = [{ bearer: [] }];
  const [download] = Object.values(copy.paths["/api/v2/tokens"] ?? {});
  Object.assign(download ?? {}, { servers: [{ url: "https://files.example.com" }], security: [{ bearer: [] }, {}] });
});
const textOf = (document: Contract, file: string, onMock = false) => {
  const page = createPages(document, { onMock }).find((candidate) => candidate.file === file);
  return markdownOf(page ?? expect.unreachable(file), createLink(file));
};

test("known servers are on the first page with their regions, and each operation names its own", () => {
  const home = textOf(contract, "index.html");
  expect(home).toContain(
    '- `https://{region}.phone.example.com`: Production.\n  - `region` (`"eu" or "us"`): Where data is stored. Default `eu`.',
  );
  expect(home).toContain("- `https://staging.example.com/phone/`: Staging.");
  expect(textOf(contract, "operations/getWebhookRelay.html")).toContain(
    " · on `https://{region}.phone.example.com` or `https://staging.example.com/phone/`",
  );
  expect(textOf(contract, "operations/listTokens.html")).toContain(" · on `https://files.example.com`\n");
});

test("samples call the known server without the demo token; those of npm start call the mock", () => {
  const relay = textOf(contract, "operations/getWebhookRelay.html");
  expect(relay.match(/https:\/\/eu\.phone\.example\.com(?=["}])/g)).toHaveLength(3);
  expect(relay).not.toContain("demo-token");
  const onMock = textOf(contract, "operations/getWebhookRelay.html", true);
  expect(onMock).not.toContain("https://eu.phone.example.com");
  expect(onMock).toContain("PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}");
});

test("a credential is shown by its scheme, and so is the choice to send none", () => {
  const relay = textOf(contract, "operations/getWebhookRelay.html");
  expect(relay).toContain("- `Authorization` (`string, in the header, with Bearer`, required): A token.");
  expect(relay).toContain(" · requires the token · ");
  expect(textOf(contract, "operations/listTokens.html")).toContain("(`string, in the header, with Bearer`, optional)");
  expect(relay).not.toMatch(/in the query`|contains the token/);
});

test("schemes that are needed together, or instead of each other, are named", () => {
  const several = contractWith((copy) => {
    copy.components.securitySchemes = {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      session: { type: "apiKey", in: "cookie", name: "session" },
      bearer: { type: "http", scheme: "bearer" },
    };
    copy.security = [{ key: [], session: [] }, { bearer: [] }];
  });
  expect(textOf(several, "operations/getWebhookRelay.html")).toContain(
    "requires `X-Key` and `session` or `Authorization: Bearer`",
  );
  expect(textOf(several, "operations/getWebhookRelay.html")).toContain(
    "- `X-Key` (`string, in the header`, in one alternative)",
  );
});

test.each<[words: string, parts: object]>([
  ["the token", {}],
  ["its body and the token", { requestBody: { content: { "text/plain": { schema: { type: "string" } } } } }],
  ["the token", { security: [{ bearer: [] }, {}] }],
  ["", { security: [] }],
  ["its body", { security: [], requestBody: { content: {} } }],
])("an operation without inputs takes none except its body and its credentials: %s", (words, parts) => {
  const plain = contractWith((copy) => {
    copy.components.securitySchemes = { bearer: { type: "http", scheme: "bearer" } };
    copy.security = [{ bearer: [] }];
    Object.assign(Object.values(copy.paths["/api/v2/tokens"] ?? {})[0] ?? {}, parts);
  });
  const sentence = `It takes no inputs${words && ` except ${words}`}, as far as is known.`;
  expect(textOf(plain, "operations/listTokens.html")).toContain(sentence);
});

test("an operation without inputs names the schemes that it needs together, or instead of each other", () => {
  const several = contractWith((copy) => {
    copy.components.securitySchemes = {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
    };
    copy.security = [{ key: [], basic: [] }, { key: [] }];
  });
  expect(textOf(several, "operations/listTokens.html")).toContain(
    "It takes no inputs except `X-Key` and `Authorization: Basic` or `X-Key`, as far as is known.",
  );
});

test("llms.txt and the document for code generators have the known servers, and an unknown one is in neither list", () => {
  const index = (document: Contract) => writeIndex(document, [], () => undefined, []);
  expect(index(contract)).toContain(
    "## Servers\n\n- https://{region}.phone.example.com: Production.\n- https://staging",
  );
  expect(codegenDocument(contract)).toMatchObject({ servers: contract.servers });
  const unknown = contractWith((copy) => {
    copy.servers = [
      { url: "{base}", variables: { base: { default: "http://127.0.0.1:4010", "x-not-shown": { a: "B" } } } },
    ];
  });
  expect(index(unknown)).not.toContain("## Servers");
  const [operation] = pathOperations(unknown);
  expect(textOf(unknown, `operations/${operation?.operation.operationId}.html`)).not.toContain(" · on `");
});
