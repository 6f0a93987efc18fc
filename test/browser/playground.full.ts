import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startMock } from "phone-agent-api/mock";
import type { Page } from "playwright-core";
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
  await new Promise<void>((resolve) => siteServer.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  siteServer.close();
  await reference?.stop();
});

const output = (page: Page) => page.locator(".playground-output");
const choose = (page: Page, response: string) =>
  page.locator("[name='response']").selectOption(response);
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
/** The form's script loads when its reader comes near. */
const scrollToForm = (page: Page) => page.locator(".playground").scrollIntoViewIfNeeded();
const testTab = (page: Page) => page.locator(".playground label", { hasText: "As a test" }).click();
const testCode = (page: Page) => page.locator(".playground .tabs div:last-child code");
const body = async (page: Page) =>
  JSON.parse((await page.locator(".playground-output > pre").textContent()) ?? "");

test("the form sends a request with an example, a status, a delay or a fault, and shows the whole response", async () => {
  const { page, troubles } = await reference.open("operations/listTokens.html");
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  expect(await body(page)).toEqual(Object.values(fixtures.listTokens)[0]);
  expect(await output(page).innerText()).toMatch(/200 OK\s+\d+ ms\s+.*example every-field/s);
  await page.getByText(/^\d+ headers$/).click();
  expect(await output(page).innerText()).toMatch(/mock-operation: listTokens/);

  await choose(page, "example=empty");
  await send(page);
  await expect.poll(() => body(page)).toEqual(fixtures.listTokens.empty);

  await choose(page, "code=503");
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
  const { page, troubles } = await reference.open("operations/getWebhookRelay.html");
  const alerts: string[] = [];
  page.on("dialog", (dialog) => alerts.push(dialog.message()));
  await scrollToForm(page);
  await page.locator("[name='value']").fill(awkward);
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  const journal = await (await fetch(`${reference.address}/__mock/journal`)).json();
  expect(journal.at(-1)).toMatchObject({
    operation: "getWebhookRelay",
    path: `/api/v2/webhookRelay/${awkward}`,
  });
  await testTab(page);
  await testCode(page).getByText("getWebhookRelay").first().waitFor();
  expect(
    await page.locator(".playground-output, .playground code").locator("script, img").count(),
  ).toBe(0);
  await page.locator("[name='value']").fill("..");
  await testCode(page).getByText('not "", "." or ".."').waitFor();
  expect([alerts, troubles]).toEqual([[], []]);
  await page.context().close();
});

test("the copied test equals the shown one, and contains no token but the demo's", async () => {
  const { page } = await reference.open("operations/listTokens.html", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await choose(page, "code=429");
  await testTab(page);
  await page.locator(".playground .tabs div:last-child .copy").click();
  const copiedText = await page.evaluate(() => navigator.clipboard.readText());
  expect(copiedText).toBe(await testCode(page).textContent());
  expect(copiedText).toContain("server.on.listTokens.fail(429);");
  expect(copiedText.replaceAll("demo-token-not-secret", "")).not.toMatch(/demo|token=/);
  expect(
    await page.locator(".playground").locator("[name*='token'], [type='password']").count(),
  ).toBe(0);
  await page.context().close();
});

test("inputs without a name are sent under the names that the reader enters", async () => {
  const { page } = await reference.open("operations/listJunkInbox.html");
  await scrollToForm(page);
  await page.locator("[name='value']").fill("page=0&unread=true");
  await send(page);
  await output(page).getByText("200 OK").waitFor();
  const journal = await (await fetch(`${reference.address}/__mock/journal`)).json();
  expect(journal.at(-1)).toMatchObject({ query: { page: "0", unread: "true" } });
  await page.locator("[name='value']").fill("page=first");
  await send(page);
  await output(page).getByText("Rejected by the mock: ").waitFor();
  await testTab(page);
  await testCode(page).getByText("// The test server rejects this request, too: ").waitFor();
  await page.context().close();
});

test("a credential goes to the place of its scheme: into a header, into a cookie, or into both", async () => {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  const file = join(folder, "openapi.yaml");
  const contract = contractWith((copy) => {
    copy.components.securitySchemes = {
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      session: { type: "apiKey", in: "cookie", name: "session" },
    };
    copy.security = [{ bearer: [] }];
    Object.assign(copy.paths["/api/v2/junkConversations"]?.["get"] ?? {}, {
      security: [{ session: [] }],
    });
    Object.assign(copy.paths["/api/v2/webhookRelay/types"]?.["get"] ?? {}, {
      security: [{ basic: [] }],
    });
    Object.assign(copy.paths["/api/v2/webhookRelay/{type}"]?.["get"] ?? {}, {
      security: [{ key: [], session: [] }],
    });
  });
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  await buildReference({ contract: file, out: folder, redoc: "" });
  const mock = await startMock({ port: 0, contract: file, site: createReferenceHandler(folder) });
  for (const id of ["listTokens", "listJunkInbox", "listWebhookRelayTypes", "getWebhookRelay"]) {
    // Each in another context: a cookie stays.
    const page = await reference.browser.newPage();
    await page.goto(`${mock.url}/operations/${id}.html`);
    await scrollToForm(page);
    await send(page);
    await output(page).getByText("200 OK").waitFor();
    await page.close();
  }
  await expect(fetch(`${mock.url}/api/v2/tokens`)).resolves.toMatchObject({ status: 401 });
  await mock.close();
});

test.each(["from disk", "published"])(
  "%s the playground runs in the page, sends nothing, and says so",
  async (origin) => {
    const context = await reference.browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.route("https://docs.example.com/**", (route) => {
      const path = join(reference.folder, new URL(route.request().url()).pathname);
      return route.fulfill({ path });
    });
    const file = "operations/getWebhookRelay.html";
    const address =
      origin === "published"
        ? `https://docs.example.com/${file}`
        : `${pathToFileURL(join(reference.folder, file))}`;
    await page.goto(address);
    await scrollToForm(page);
    await page.getByText("Nothing is sent anywhere").waitFor();
    expect(requests.filter((url) => url.includes("test-server"))).toEqual([]);
    const requestCount = requests.length;
    await choose(page, "code=404");
    await send(page);
    await output(page).getByText("404 Not Found").waitFor();
    await output(page)
      .getByText("Chosen by the mock: status code, body. The service's are unknown.")
      .waitFor();
    await choose(page, "");
    await send(page);
    await output(page).getByText("200 OK").waitFor();
    await expect.poll(() => body(page)).toEqual(Object.values(fixtures.getWebhookRelay)[0]);
    expect(requests.slice(requestCount)).toEqual([expect.stringMatching(/\/test-server\.js$/)]);
    await context.close();
  },
);

test("without a mock, the playground shows how to start one", async () => {
  const page = await reference.browser.newPage();
  await page.goto(
    `http://127.0.0.1:${(siteServer.address() as AddressInfo).port}/operations/listTokens.html`,
  );
  await send(page);
  await output(page).getByText("npm ci && npm start").waitFor();
  await page.route("**/*", (route) => route.abort());
  await send(page);
  await output(page).getByText("The mock isn't running on this address.").waitFor();
  await page.close();
});

test("a redirect, of which a page sees no header, is shown as the mock's", async () => {
  const { page } = await reference.open("operations/listTokens.html");
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
  const scripted = await reference.open("operations/getWebhookRelay.html");
  const scriptedHeight = (await scripted.page.locator(".playground").boundingBox())?.height ?? 0;
  expect(scriptedHeight).toBe(height);
  await scripted.page.context().close();
});

test("the page names the receiver of requests before and after a response, and announces only the response", async () => {
  const { page } = await reference.open("operations/listTokens.html");
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
  "the playground is accessible with a response in it, at %i pixels, %s",
  async (width, colorScheme) => {
    const { page } = await reference.open("operations/listTokens.html", {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await send(page);
    await output(page).getByText("200 OK").waitFor();
    expect(await findViolations(page, ".playground")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await page.context().close();
  },
);
