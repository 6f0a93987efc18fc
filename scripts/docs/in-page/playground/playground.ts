/** Enables the playground of an operation's page. */
import { element, loadScript } from "../dom.ts";
import { type Operation, type PlaygroundRequest, requestOf } from "./request.ts";
import { type PlaygroundResponse, send } from "./send.ts";
import { createResponseParts } from "./show.ts";
import { writeTest } from "./test-code.ts";

declare global {
  /** The `fetch` of the test server, set by its script. */
  var testServerFetch: typeof globalThis.fetch;
}

/** Whether `npm start` can have served the page, with the mock. Elsewhere, the test server runs in the page. */
const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(location.origin);

const serverNote = isLocal
  ? "Sends to the mock server on this address, with the demo token."
  : "Runs the test server in this page, with the demo token. Nothing is sent anywhere; the examples are synthetic.";

for (const section of document.querySelectorAll<HTMLElement>(".playground[data-request]")) startPlayground(section);

function startPlayground(section: HTMLElement): void {
  const part = <Part extends Element>(selector: string) => section.querySelector(selector) as Part;
  const operation = JSON.parse(section.dataset["request"] ?? "") as Operation;
  const [form, output] = [part<HTMLFormElement>("form"), part<HTMLElement>(".playground-output")];
  const button = part<HTMLButtonElement>("button");
  const [responseTab, testTab] = section.querySelectorAll<HTMLDetailsElement>(".tabs details");
  let sending: AbortController | undefined;

  function readForm(): PlaygroundRequest | string {
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? "");
    return requestOf(operation, {
      values: values.getAll("value").map(String),
      body: text("body"),
      response: text("response"),
      delay: text("delay"),
    });
  }

  function showTest(): void {
    const request = readForm();
    const code = testTab?.querySelector("code");
    if (code) code.textContent = typeof request === "string" ? `// ${request}` : writeTest(request);
  }

  function showResponse(...parts: Node[]): void {
    output.replaceChildren(...parts);
    if (responseTab) responseTab.open = true;
  }

  async function run(request: PlaygroundRequest): Promise<void> {
    sending = new AbortController();
    const { signal } = sending;
    button.textContent = "Cancel";
    showResponse(element("p", {}, "Waiting …"));
    const report = (response: PlaygroundResponse) =>
      !signal.aborted && showResponse(...createResponseParts(response, request));
    try {
      const response = await send(request, await loadServer(), signal, report);
      const isMock = !isLocal || response.headers.some(([name]) => name === "mock-source");
      showResponse(...(isMock ? createResponseParts(response, request) : explainNoMock("No mock on this address.")));
    } catch {
      if (signal.aborted) showResponse(createProblem("Canceled."));
      else if (request.response === "fault=reset")
        showResponse(createProblem("No response: the connection was reset, as chosen."));
      else if (isLocal) showResponse(...explainNoMock("No response: the mock isn't running."));
      else showResponse(createProblem("Can't load the test server."));
    } finally {
      sending = undefined;
      button.textContent = "Send";
    }
  }

  async function loadServer(): Promise<typeof fetch> {
    if (isLocal) return fetch.bind(globalThis);
    if (!("testServerFetch" in globalThis)) await loadScript(section.dataset["server"] ?? "");
    return testServerFetch;
  }

  part(".playground-result p").textContent = serverNote;
  // A disabled form has no values.
  part<HTMLFieldSetElement>("fieldset").disabled = false;
  form.addEventListener("input", showTest);
  showTest();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = readForm();
    if (sending) sending.abort();
    else if (typeof request === "string") showResponse(createProblem(request));
    else run(request);
  });
}

const createProblem = (text: string) => element("p", { class: "bad", role: "alert" }, text);

const explainNoMock = (words: string): Node[] => [
  createProblem(`${words} Start it in a clone of the project:`),
  element("pre", { tabindex: "0" }, "npm ci && npm start"),
];
