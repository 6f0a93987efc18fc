/** Makes the form in an operation's page work. */
import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import { type Operation, type PlaygroundRequest, requestOf } from "./request.ts";
import { type Received, send } from "./send.ts";
import { responseParts } from "./show.ts";
import { testCode } from "./test-code.ts";

declare global {
  /** The `fetch` of the test server, set by its script. */
  var testServerFetch: typeof globalThis.fetch | undefined;
}

const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(location.origin);

const about = {
  mock: "Sends to the mock server on this address, with the demo token.",
  page: "Runs the test server in this page, with the demo token. Nothing is sent anywhere; the examples are synthetic.",
};

for (const section of document.querySelectorAll<HTMLElement>(".playground[data-request]")) start(section);

function start(section: HTMLElement): void {
  const part = <Part extends Element>(selector: string) => section.querySelector(selector) as Part;
  const operation = JSON.parse(section.dataset["request"] ?? "") as Operation;
  const [form, output] = [part<HTMLFormElement>("form"), part<HTMLElement>(".playground-output")];
  const button = part<HTMLButtonElement>("button");
  const server = part<HTMLSelectElement>("[name='server']");
  const [responseTab, testTab] = section.querySelectorAll<HTMLDetailsElement>(".tabs details");
  let sending: AbortController | undefined;

  function request(): PlaygroundRequest | string {
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
    const filled = request();
    const code = testTab?.querySelector("code");
    if (code) code.textContent = typeof filled === "string" ? `// ${filled}` : testCode(filled);
  }

  function showResponse(...parts: Node[]): void {
    output.replaceChildren(...parts);
    if (responseTab) responseTab.open = true;
  }

  async function run(filled: PlaygroundRequest): Promise<void> {
    sending = new AbortController();
    const { signal } = sending;
    button.textContent = "Cancel";
    showResponse(element("p", { class: "empty" }, "Waiting …"));
    const report = (received: Received) => !signal.aborted && showResponse(...responseParts(received, filled));
    try {
      const received = await send(filled, await fetchOf(server.value), signal, report);
      const isMock = server.value === "page" || received.headers.some(([name]) => name === "mock-source");
      showResponse(...(isMock ? responseParts(received, filled) : await noMock("No mock on this address.")));
    } catch {
      if (signal.aborted) showResponse(problem("Canceled."));
      else if (filled.response === "fault=reset")
        showResponse(problem("No response: the connection was reset, as chosen."));
      else showResponse(...(await noMock("No response: the mock isn't running.")));
    } finally {
      sending = undefined;
      button.textContent = "Send";
    }
  }

  async function fetchOf(chosen: string): Promise<typeof globalThis.fetch> {
    if (chosen === "mock") return globalThis.fetch.bind(globalThis);
    if (!globalThis.testServerFetch) await loadScript(section.dataset["server"] ?? "");
    return globalThis.testServerFetch ?? Promise.reject(new Error("The test server could not be loaded."));
  }

  /** Explains what to do without a mock. The test server in the page is offered only if its script still loads. */
  async function noMock(words: string): Promise<Node[]> {
    const isThere = await fetchOf("page").then(
      () => true,
      () => false,
    );
    const other = isThere ? ", or choose the test server in this page" : "";
    return [
      problem(`${words} Start it in a clone of the project${other}:`),
      element("pre", { tabindex: "0" }, "npm ci && npm start"),
    ];
  }

  const showWhere = () => {
    part(".playground-about").textContent = about[server.value as keyof typeof about];
  };
  server.value = isLocal ? "mock" : "page";
  server.hidden = !isLocal;
  showWhere();
  server.addEventListener("change", showWhere);
  form.addEventListener("input", showTest);
  showTest();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = request();
    if (sending) sending.abort();
    else if (typeof filled === "string") showResponse(problem(filled));
    else run(filled);
  });
  part<HTMLFieldSetElement>("fieldset").disabled = false;
}

const problem = (text: string) => element("p", { class: "bad", role: "alert" }, text);
