/** Enables the playground of an operation's page. */
import { isLoopbackName } from "../../../../src/openapi/servers.ts";
import { mockAddress, type OperationCall } from "../../samples/call.ts";
import { samplesOf } from "../../samples/samples.ts";
import { element, loadScript } from "../dom.ts";
import { showCode } from "./code.ts";
import { type PlaygroundRequest, requestOf } from "./request.ts";
import { send } from "./send.ts";
import { createResponseParts } from "./show.ts";
import { testsOf } from "./test-code.ts";

declare global {
  /** The test server's module, set by its script. */
  var testServer: typeof import("../../../../src/testing/index.ts");
}

const section = document.querySelector(".playground") as HTMLElement;
const part = <Part extends Element>(selector: string) => section.querySelector(selector) as Part;
const call = JSON.parse(section.dataset["call"] ?? "") as OperationCall;
const form = part<HTMLFormElement>("form");
const button = part<HTMLButtonElement>("button");
const codes = [...section.querySelectorAll(".tabs code")];
let sending: AbortController | undefined;
/** The mock counts the requests of a run. What is entered anew begins another one. */
let run = "";

/**
 * Sends to the mock, if `npm start` serves the page, and else to the test server, which runs in
 * the page, as it does from disk.
 */
const hasMock = isLoopbackName(location.hostname)
  ? fetch("/__mock/health").then(
      ({ ok }) => ok,
      () => false,
    )
  : Promise.resolve(false);
const server = async (): Promise<typeof fetch> => {
  if (await hasMock) return fetch.bind(globalThis);
  if (!("testServer" in globalThis)) await loadScript(section.dataset["server"] ?? "");
  pageServer ??= testServer.createTestServer();
  const { fetch: respond } = pageServer;
  return (input, init) => respond(new URL(String(input), mockAddress), init);
};
let pageServer: ReturnType<typeof testServer.createTestServer> | undefined;

function readForm(): PlaygroundRequest | string {
  const count = form.querySelector<HTMLInputElement>("[type=number]:invalid");
  return count ? `${count.name}: ${count.validationMessage}` : requestOf(call, new FormData(form));
}

function update(): void {
  run = `playground-${Date.now()}`;
  const request = readForm();
  const samples = typeof request === "string" ? [] : [...samplesOf(request), ...testsOf(request)];
  for (const [index, target] of codes.entries())
    showCode(target, samples[index]?.code ?? String(request), samples[index]?.language);
}

function show(...parts: Node[]): void {
  part(".playground-output").replaceChildren(...parts);
  part<HTMLInputElement>(".tabs input").checked = true;
}

const showProblem = (text: string) => show(element("p", { class: "bad", role: "alert" }, text));

async function start(request: PlaygroundRequest): Promise<void> {
  sending = new AbortController();
  const { signal } = sending;
  button.textContent = "Cancel";
  show(element("p", {}, "Waiting …"));
  // Before a long response would move the tabs out of sight.
  part(".tabs").scrollIntoView({ block: "nearest" });
  try {
    await send(request, await server(), run, signal, (result) => {
      show(...createResponseParts(result, request));
      const rejection = result.response.headers.get("mock-rejection");
      if (rejection)
        for (const target of codes.slice(-2))
          showCode(target, `// The test server rejects this request, too: ${rejection}`);
    });
  } catch {
    if (signal.aborted) showProblem("Canceled.");
    else if (request.response === "fault=reset")
      showProblem("No response: the connection was reset, as chosen.");
    else if (await hasMock) showProblem("No response. Is the mock still running?");
    else showProblem("Can't load the test server.");
  } finally {
    sending = undefined;
    button.textContent = "Send";
  }
}

hasMock.then((isMock) => {
  part(".playground-result p").textContent = isMock
    ? "Sends to the mock server on this address, with the demo token."
    : "Runs the test server in this page, with the demo token. Nothing is sent anywhere; the examples are synthetic.";
});
// A disabled form has no values.
part<HTMLFieldSetElement>("fieldset").disabled = false;
form.addEventListener("input", update);
update();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const request = readForm();
  if (sending) sending.abort();
  else if (typeof request === "string") showProblem(request);
  else start(request);
});
