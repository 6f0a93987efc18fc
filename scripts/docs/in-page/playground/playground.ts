/** The playground of the page's operation. Its form stands in the page; this makes it work. */
import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import { code } from "./code.ts";
import { type Operation, type PlaygroundRequest, requestOf } from "./request.ts";
import { type Received, send } from "./send.ts";
import { codeToCopy, responseParts } from "./show.ts";

declare global {
  /** What the script of the test server leaves. */
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
  let response: Node[] = [...output.childNodes];
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

  function show(): void {
    const shown = part<HTMLInputElement>("[name='show']:checked").value;
    const filled = request();
    if (shown === "response") output.replaceChildren(...response);
    else if (typeof filled === "string") output.replaceChildren(problem(filled));
    else output.replaceChildren(codeToCopy(code[shown as keyof typeof code](filled)));
  }

  function showResponse(...parts: Node[]): void {
    response = parts;
    part<HTMLInputElement>("[name='show'][value='response']").checked = true;
    show();
  }

  async function run(filled: PlaygroundRequest): Promise<void> {
    sending = new AbortController();
    const { signal } = sending;
    button.textContent = "Cancel";
    showResponse(element("p", { class: "playground-empty" }, "Waiting …"));
    const report = (received: Received) => !signal.aborted && showResponse(...responseParts(received));
    try {
      const received = await send(filled, await fetchOf(server.value), signal, report);
      const isMock = server.value === "page" || received.headers.some(([name]) => name === "mock-source");
      showResponse(...(isMock ? responseParts(received) : noMock("No mock on this address.")));
    } catch {
      if (signal.aborted) showResponse(problem("Canceled."));
      else if (filled.response === "fault=reset")
        showResponse(problem("No response: the connection was reset, as chosen."));
      else showResponse(...noMock("No response: the mock isn't running."));
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

  const tellWhere = () => {
    part(".playground-about").textContent = about[server.value as keyof typeof about];
  };
  server.value = isLocal ? "mock" : "page";
  server.hidden = !isLocal;
  tellWhere();
  server.addEventListener("change", tellWhere);
  form.addEventListener("input", show);
  section.addEventListener("change", ({ target }) => (target as Element).matches("[name='show']") && show());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = request();
    if (sending) sending.abort();
    else if (typeof filled === "string") showResponse(problem(filled));
    else run(filled);
  });
  for (const part of section.querySelectorAll("fieldset")) part.disabled = false;
}

const problem = (text: string) => element("p", { class: "playground-problem", role: "alert" }, text);

const noMock = (text: string) => [
  problem(`${text} Start it in a clone of the project, or choose the test server in this page:`),
  element("pre", { tabindex: "0" }, "npm ci && npm start"),
];
