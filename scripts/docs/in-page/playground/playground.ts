/** Enables the playground of an operation's page. */
import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import { type Operation, type PlaygroundRequest, requestOf } from "./request.ts";
import { type PlaygroundResponse, send } from "./send.ts";
import { responseParts } from "./show.ts";
import { testCode } from "./test-code.ts";

declare global {
  /** The `fetch` of the test server, set by its script. */
  var testServerFetch: typeof globalThis.fetch | undefined;
}

const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(location.origin);

const serverNotes = {
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
    if (code) code.textContent = typeof request === "string" ? `// ${request}` : testCode(request);
  }

  function showResponse(...parts: Node[]): void {
    output.replaceChildren(...parts);
    if (responseTab) responseTab.open = true;
  }

  async function run(request: PlaygroundRequest): Promise<void> {
    sending = new AbortController();
    const { signal } = sending;
    button.textContent = "Cancel";
    showResponse(element("p", { class: "empty" }, "Waiting …"));
    const report = (response: PlaygroundResponse) =>
      !signal.aborted && showResponse(...responseParts(response, request));
    try {
      const response = await send(request, await fetchOf(server.value), signal, report);
      const isMock = server.value === "page" || response.headers.some(([name]) => name === "mock-source");
      showResponse(...(isMock ? responseParts(response, request) : await explainNoMock("No mock on this address.")));
    } catch {
      if (signal.aborted) showResponse(createProblem("Canceled."));
      else if (request.response === "fault=reset")
        showResponse(createProblem("No response: the connection was reset, as chosen."));
      else showResponse(...(await explainNoMock("No response: the mock isn't running.")));
    } finally {
      sending = undefined;
      button.textContent = "Send";
    }
  }

  async function fetchOf(serverName: string): Promise<typeof globalThis.fetch> {
    if (serverName === "mock") return globalThis.fetch.bind(globalThis);
    if (!globalThis.testServerFetch) await loadScript(section.dataset["server"] ?? "");
    return globalThis.testServerFetch ?? Promise.reject(new Error("Can't load the test server."));
  }

  /** Explains what to do without a mock. The test server in the page is offered only if its script still loads. */
  async function explainNoMock(words: string): Promise<Node[]> {
    const isOffered = await fetchOf("page").then(
      () => true,
      () => false,
    );
    const alternative = isOffered ? ", or choose the test server in this page" : "";
    return [
      createProblem(`${words} Start it in a clone of the project${alternative}:`),
      element("pre", { tabindex: "0" }, "npm ci && npm start"),
    ];
  }

  const showServerNote = () => {
    part(".playground-about").textContent = serverNotes[server.value as keyof typeof serverNotes];
  };
  server.value = isLocal ? "mock" : "page";
  server.hidden = !isLocal;
  showServerNote();
  server.addEventListener("change", showServerNote);
  form.addEventListener("input", showTest);
  showTest();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = readForm();
    if (sending) sending.abort();
    else if (typeof request === "string") showResponse(createProblem(request));
    else run(request);
  });
  part<HTMLFieldSetElement>("fieldset").disabled = false;
}

const createProblem = (text: string) => element("p", { class: "bad", role: "alert" }, text);
