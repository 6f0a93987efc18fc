import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startMock } from "phone-agent-api/mock";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { fixtures } from "#generated/fixtures.ts";
import { buildReference } from "../../scripts/docs.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import { findViolations, type ServedReference, serveReference } from "./reference.ts";

const awkward = `it's "two" ../ <script>alert(1)</script><img src=x onerror=alert(1)>`;
let reference: ServedReference;
/** Serves the same pages without a mock. */
let siteServer: Server;

beforeAll(async () => {
  reference = await serveReference();
  const handle = createReferenceHandler(reference.folder);
  siteServer = createServer(
    (request, response) => handle(request, response) || response.writeHead(404).end(),
  );
  await new Promise<void>((resolve) => siteServer.listen(0, "localhost", resolve));
});
afterAll(async () => {
  siteServer.close();
  await reference?.stop();
});

const output = (page: Page) => page.locator(".playground-output");
const choose = (page: Page, response: string) =>
  page.locator("[name='response']").selectOption(response);
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
/** The form's script loads once the reader does something. */
const startForm = (page: Page) => page.keyboard.press("Shift");
async function open(id: string, options?: BrowserContextOptions) {
  const opened = await reference.open(`operations/${id}.html`, options);
  await startForm(opened.page);
  return opened;
}
const openTab = (page: Page, name: string) =>
  page.locator(".playground label", { hasText: name }).click();
const code = (page: Page, name: string) =>
  page.locator(".playground label", { hasText: name }).locator("+ div code");
const body = async (page: Page) =>
  JSON.parse((await page.locator(".playground-output > .code > pre").textContent()) ?? "");

test("the form sends a request with an example, a status, a delay or a fault, and shows the whole response", async () => {
  const { page, troubles } = await open("listTokens");
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  expect(await body(page)).toEqual(Object.values(fixtures.listTokens)[0]);
  expect(await output(page).innerText()).toMatch(/200 OK\s+\d+ ms\s+.*example every-field/s);
  await page.getByText("Headers of the response").click();
  expect(await output(page).innerText()).toMatch(/mock-operation: listTokens/);

  await choose(page, "example=empty");
  await send(page);
  await expect.poll(() => body(page)).toEqual(fixtures.listTokens.empty);

  await choose(page, "code=503");
  await page.locator("[name='times']").fill("2");
  for (const status of ["503 Service Unavailable", "503 Service Unavailable", "200 OK"]) {
    await send(page);
    await output(page).getByText(status).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
  }
  await page.getByText("Request: GET /api/v2/tokens").click();
  await output(page).getByText("prefer: code=503, times=2").waitFor();
  expect(await output(page).innerText()).not.toContain("token=");
  await page.locator("[name='times']").fill("");
  await page.locator("[name='delay']").fill("120");
  await send(page);
  await output(page).getByText("503 Service Unavailable").waitFor();
  const [, time] = /(\d+) ms/.exec(await output(page).innerText()) ?? [];
  expect(Number(time)).toBeGreaterThanOrEqual(120);
  await output(page)
    .getByText("Chosen by the mock: status code, body. The service's are unknown.")
    .waitFor();

  for (const [fault, words] of [
    ["reset", "the connection was reset, as chosen"],
    ["truncate", "The body ended too early."],
    ["garbage", '{"garbage"'],
  ] as const) {
    await choose(page, `fault=${fault}`);
    await send(page);
    await output(page).getByText(words).waitFor();
    expect(await output(page).innerText()).not.toContain("has no body");
  }
  await choose(page, "fault=stall");
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await output(page).getByText("Canceled before the body was complete.").waitFor();
  expect(troubles.filter((trouble) => !/^failed: |net::ERR|status of 503/.test(trouble))).toEqual(
    [],
  );
  await page.context().close();
});

test("a typed text reaches the mock unchanged, and isn't parsed as HTML", async () => {
  const { page, troubles } = await open("getWebhookRelay");
  const alerts: string[] = [];
  page.on("dialog", (dialog) => alerts.push(dialog.message()));
  await page.locator("[name='value']").fill(awkward);
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  const journal = await (await fetch(`${reference.address}/__mock/journal`)).json();
  expect(journal.at(-1)).toMatchObject({
    operation: "getWebhookRelay",
    path: `/api/v2/webhookRelay/${awkward}`,
  });
  await openTab(page, "node:test");
  await code(page, "node:test").getByText("getWebhookRelay").first().waitFor();
  expect(
    await page.locator(".playground-output, .playground code").locator("script, img").count(),
  ).toBe(0);
  await page.locator("[name='value']").fill("..");
  await code(page, "node:test").getByText('not "", "." or ".."').waitFor();
  await page.locator("[name='value']").fill("a");
  await page.locator("[name='times']").fill("0");
  await code(page, "node:test").getByText("times: ").waitFor();
  expect([alerts, troubles]).toEqual([[], []]);
  await page.context().close();
});

test("the response and each code are colored and copied as shown, and contain no token but the demo's", async () => {
  const { page } = await open("listTokens", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await choose(page, "example=empty");
  await send(page);
  await output(page).locator(".hljs-attr").first().waitFor();
  await output(page).locator("> .code > .copy").click();
  const copiedText = () => page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(await copiedText())).toEqual(fixtures.listTokens.empty);
  await choose(page, "code=429");
  for (const [name, part] of [
    ["curl", "prefer: code=429"],
    ["TypeScript", '{ prefer: "code=429" }'],
    ["Python", '"prefer": "code=429"'],
    ["node:test", "server.on.listTokens.fail(429);"],
    ["Vitest", "server.on.listTokens.fail(429);"],
  ] as const) {
    await openTab(page, name);
    await page.locator(".playground label", { hasText: name }).locator("+ div .copy").click();
    const text = await copiedText();
    expect(text).toBe(await code(page, name).textContent());
    expect(text).toContain(part);
    expect(text.replaceAll("demo-token-not-secret", "")).not.toMatch(/demo|token=/);
    expect(await code(page, name).locator("[class^='hljs-']").count()).toBeGreaterThan(3);
  }
  expect(
    await page.locator(".playground").locator("[name*='token'], [type='password']").count(),
  ).toBe(0);
  await page.context().close();
});

test("inputs without a name are sent under the names that the reader enters", async () => {
  const { page } = await open("listJunkInbox");
  await page.locator("[name='value']").fill("page=0&unread=true");
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  const journal = await (await fetch(`${reference.address}/__mock/journal`)).json();
  expect(journal.at(-1)).toMatchObject({ query: { page: "0", unread: "true" } });
  await page.locator("[name='value']").fill("page=first");
  await send(page);
  await output(page).getByText("Rejected by the mock: ").waitFor();
  await openTab(page, "node:test");
  await code(page, "node:test")
    .getByText("// The test server rejects this request, too: ")
    .waitFor();
  await page.context().close();
});

test("a credential goes to the place of its scheme: into a header and into a cookie", async () => {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  const file = join(folder, "openapi.yaml");
  const contract = contractWith((copy) => {
    copy.components.securitySchemes = {
      basic: { type: "http", scheme: "basic" },
      session: { type: "apiKey", in: "cookie", name: "session" },
    };
    copy.security = [{ basic: [], session: [] }];
  });
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  await buildReference({ contract: file, out: folder, redoc: "" });
  const mock = await startMock({ port: 0, contract: file, site: createReferenceHandler(folder) });
  const page = await reference.browser.newPage();
  await page.goto(`${mock.url}/operations/listTokens.html`);
  await startForm(page);
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  await page.close();
  await expect(fetch(`${mock.url}/api/v2/tokens`)).resolves.toMatchObject({ status: 401 });
  await mock.close();
});

test.each(["from disk", "published", "on a local host without the mock"])(
  "%s the playground runs in the page, sends nothing, and says so",
  async (origin) => {
    const page = await reference.browser.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.route("https://docs.example.com/**", (route) => {
      const path = join(reference.folder, new URL(route.request().url()).pathname);
      return route.fulfill({ path });
    });
    const site =
      origin === "from disk"
        ? `${pathToFileURL(reference.folder)}`
        : origin === "published"
          ? "https://docs.example.com"
          : `http://localhost:${(siteServer.address() as AddressInfo).port}`;
    await page.goto(`${site}/operations/getWebhookRelay.html`);
    expect(requests.filter((url) => url.includes("playground"))).toEqual([]);
    await startForm(page);
    await page.getByText("Nothing is sent anywhere").waitFor();
    expect(requests.filter((url) => url.includes("test-server"))).toEqual([]);
    const requestCount = requests.length;
    await choose(page, "code=404");
    await page.locator("[name='times']").fill("1");
    await send(page);
    await output(page).getByText("404 Not Found").waitFor();
    await output(page)
      .getByText("Chosen by the mock: status code, body. The service's are unknown.")
      .waitFor();
    await send(page);
    await output(page).getByText("200 OK").waitFor();
    await expect.poll(() => body(page)).toEqual(Object.values(fixtures.getWebhookRelay)[0]);
    expect(requests.slice(requestCount)).toEqual([expect.stringMatching(/\/test-server\.js$/)]);
    await page.close();
  },
);

test("a redirect, of which a page sees no header, is shown as the mock's", async () => {
  const { page } = await open("listTokens");
  await page.route("**/api/v2/tokens?*", (route) =>
    route.fulfill({ status: 302, headers: { location: "/" } }),
  );
  await send(page);
  await output(page).getByText("Redirect").waitFor();
  await page.context().close();
});

test("without a script the form is disabled and says why, and nothing moves when the script enables it", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html", {
    javaScriptEnabled: false,
  });
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await page.getByText("To try it, turn on JavaScript.").waitFor();
  const height = (await page.locator(".playground").boundingBox())?.height ?? 0;
  await page.context().close();
  const scripted = await open("getWebhookRelay");
  const scriptedHeight = (await scripted.page.locator(".playground").boundingBox())?.height ?? 0;
  expect(scriptedHeight).toBe(height);
  await scripted.page.context().close();
});

test("the page names the receiver of requests before and after a response, and announces only the response", async () => {
  const { page } = await open("listTokens");
  const note = page.getByText("Sends to the mock server on this address");
  await note.waitFor();
  expect(await page.locator(".playground [aria-live]").textContent()).toBe("");
  await send(page);
  await page.locator(".playground [aria-live]").getByText("200 OK").waitFor();
  expect(await note.isVisible()).toBe(true);
  await page.context().close();
});

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "the playground is accessible with a long response in it, whose tabs stay in sight, at %i pixels, %s",
  async (width, colorScheme) => {
    const { page } = await open("listJunkInbox", {
      viewport: { width, height: 900 },
      colorScheme,
    });
    for (const time of ["first", "second"]) {
      await send(page);
      await output(page).getByText("200 OK").waitFor();
      const tabs = await page.locator(".playground .tabs label").first().boundingBox();
      expect(tabs?.y, time).toBeGreaterThan(60);
      expect(tabs?.y, time).toBeLessThan(880);
    }
    expect(await findViolations(page, ".playground")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await page.context().close();
  },
);
