/** Enables the playground of an operation's page. */
import type { OperationCall } from "../../samples/call.ts";
import { element, loadScript } from "../dom.ts";
import { type PlaygroundRequest, requestOf } from "./request.ts";
import { send } from "./send.ts";
import { createResponseParts } from "./show.ts";
import { writeTest } from "./test-code.ts";

declare global {
  /** The test server's module, set by its script. */
  var testServer: typeof import("../../../../src/testing/index.ts");
}

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

async function run(request: PlaygroundRequest): Promise<void> {
  sending = new AbortController();
  const { signal } = sending;
  button.textContent = "Cancel";
  show(element("p", {}, "Waiting …"));
  try {
    await send(request, await loadServer(), signal, (result) => {
      show(...createResponseParts(result, request));
      const rejection = result.response.headers.get("mock-rejection");
      if (rejection) testCode.textContent = `// The test server rejects this request, too: ${rejection}`;
    });
  } catch {
    if (signal.aborted) showProblem("Canceled.");
    else if (request.response === "fault=reset") showProblem("No response: the connection was reset, as chosen.");
    else showProblem("Can't load the test server.");
  } finally {
    sending = undefined;
    button.textContent = "Send";
  }
}

async function loadServer(): Promise<typeof fetch> {
  if (!("testServer" in globalThis)) await loadScript(section.dataset["server"] ?? "");
  return testServer.createTestServer().fetch;
}

part(".playground-result p").textContent =
  "Runs the test server in this page, with the demo token. Nothing is sent anywhere; the examples are synthetic.";
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
