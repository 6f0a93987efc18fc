/** Enables the playground of an operation's page. */
import type { OperationCall } from "../../samples/call.ts";
import { element, loadScript } from "../dom.ts";
import { type PlaygroundRequest, requestOf } from "./request.ts";
import { send } from "./send.ts";
import { createCode, createResponseParts } from "./show.ts";
import { writeTest } from "./test-code.ts";

declare global {
  /** The test server's module, set by its script. */
  var testServer: typeof import("../../../../src/testing/index.ts");
}

/**
 * Whether `npm start` can have served the page, with the mock. Elsewhere, the test server runs in
 * the page.
 */
const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(location.origin);

const section = document.querySelector(".playground") as HTMLElement;
const part = <Part extends Element>(selector: string) => section.querySelector(selector) as Part;
const call = JSON.parse(section.dataset["call"] ?? "") as OperationCall;
const form = part<HTMLFormElement>("form");
const button = part<HTMLButtonElement>("button");
let sending: AbortController | undefined;

const readForm = (): PlaygroundRequest | string => requestOf(call, new FormData(form));

const testCode = part(".tabs label + div:last-child code");

function showTest(): void {
  const request = readForm();
  testCode.textContent = typeof request === "string" ? `// ${request}` : writeTest(request);
}

function show(...parts: Node[]): void {
  part(".playground-output").replaceChildren(...parts);
  part<HTMLInputElement>(".tabs input").checked = true;
  part(".playground-result").scrollIntoView({ block: "nearest" });
}

const showProblem = (text: string) => show(element("p", { class: "bad", role: "alert" }, text));

function showNoMock(): void {
  showProblem("The mock isn't running on this address. Start it in a clone of the project:");
  part(".playground-output").append(createCode("npm ci && npm start"));
}

async function run(request: PlaygroundRequest): Promise<void> {
  sending = new AbortController();
  const { signal } = sending;
  button.textContent = "Cancel";
  show(element("p", {}, "Waiting …"));
  try {
    await send(request, await loadServer(), signal, (result) => {
      const { type, headers } = result.response;
      if (isLocal && type !== "opaqueredirect" && !headers.has("mock-source")) showNoMock();
      else show(...createResponseParts(result, request));
      const rejection = headers.get("mock-rejection");
      if (rejection)
        testCode.textContent = `// The test server rejects this request, too: ${rejection}`;
    });
  } catch {
    if (signal.aborted) showProblem("Canceled.");
    else if (request.response === "fault=reset")
      showProblem("No response: the connection was reset, as chosen.");
    else if (isLocal) showNoMock();
    else showProblem("Can't load the test server.");
  } finally {
    sending = undefined;
    button.textContent = "Send";
  }
}

async function loadServer(): Promise<typeof fetch> {
  if (isLocal) return fetch.bind(globalThis);
  if (!("testServer" in globalThis)) await loadScript(section.dataset["server"] ?? "");
  const server = testServer.createTestServer();
  return (input, init) => server.fetch(new URL(String(input), "http://127.0.0.1:4010"), init);
}

part(".playground-result p").textContent = isLocal
  ? "Sends to the mock server on this address, with the demo token."
  : "Runs the test server in this page, with the demo token. Nothing is sent anywhere; the examples are synthetic.";
// A disabled form has no values.
part<HTMLFieldSetElement>("fieldset").disabled = false;
form.addEventListener("input", showTest);
showTest();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const request = readForm();
  if (sending) sending.abort();
  else if (typeof request === "string") showProblem(request);
  else run(request);
});
