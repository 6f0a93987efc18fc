import { expect, test } from "vitest";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { build, contractOf } from "../docs/contract.ts";
import { addToIndex } from "../scripts/contract-copy.ts";

const attack = `'"><script src="/attack.js"></script><img src="x" onerror="attack()"><a href="javascript:attack()">x</a>`;
const words = {
  summary: attack,
  description: `${attack}\n\n${attack} [x](javascript:attack()) [x](java\tscript:attack())`,
};
const marks = { "x-not-shown": { [attack]: attack } };
const schema = {
  type: "object",
  ...words,
  ...marks,
  required: [attack],
  properties: { [attack]: { enum: [attack], ...words } },
};
const content = {
  [attack]: { schema, examples: { [attack]: { summary: attack, value: attack } } },
};

test("no text of a contract becomes an element, an attribute or a script of any page, even without the policy", async () => {
  const operation = {
    ...words,
    ...marks,
    operationId: attack,
    path: `/${attack}`,
    tags: [attack],
    parameters: [
      {
        name: attack,
        in: "query",
        ...words,
        ...marks,
        schema: { type: attack, format: attack },
        examples: content[attack]?.examples,
      },
    ],
    requestBody: { ...words, content },
    responses: {
      [attack]: { ...words, ...marks, headers: { [attack]: { ...words, schema } }, content },
    },
  };
  const contract = contractOf({ call: operation }, (copy) => {
    Object.assign(copy.info, words, { title: attack, version: attack });
    Object.assign(copy, marks, { webhooks: { hook: { post: operation } } });
    copy.tags = [{ name: attack, ...words, ...marks } as never];
    copy.servers = [
      {
        url: `https://${attack}`,
        ...words,
        variables: { [attack]: { default: attack, enum: [attack] } },
      } as never,
    ];
    copy.components.securitySchemes = {
      [attack]: { type: "apiKey", in: "query", name: attack, ...words },
    } as never;
    copy["x-operation-index"] = {
      [attack]: [{ method: attack as never, name: "call", operationId: attack, ...marks }],
    };
    addToIndex(copy, attack, { method: attack as never, name: attack });
  });
  const files = await build(contract, { repository: "https://git.example.com" });
  const browser = await launchBrowser();
  const page = await browser.newPage({ bypassCSP: true });
  const names = Object.keys(files).filter((file) =>
    /^(index|all-|what-|operations|webhooks).*html$/.test(file),
  );
  expect(names).toHaveLength(6);
  for (const file of names) {
    await page.setContent(files[file] ?? "");
    expect(await page.locator("main").count(), file).toBe(1);
    const links = await page
      .locator("a")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
    expect(links, file).not.toContain("javascript:");
    expect(await page.locator("[onerror], script[src='/attack.js']").count(), file).toBe(0);
  }
  await browser.close();
});
