/** Enables the playground of an operation's page. Its requests go to the test server, which runs in the page. */
import { element, loadScript } from "../dom.ts";
import { type Operation, type PlaygroundRequest, requestOf } from "./request.ts";
import { send } from "./send.ts";
import { responseParts } from "./show.ts";
import { testCode } from "./test-code.ts";

declare global {
  /** The `fetch` of the test server, set by its script. */
  var testServerFetch: typeof globalThis.fetch;
}

for (const section of document.querySelectorAll<HTMLElement>(".playground[data-request]")) start(section);

function start(section: HTMLElement): void {
  const part = <Part extends Element>(selector: string) => section.querySelector(selector) as Part;
  const operation = JSON.parse(section.dataset["request"] ?? "") as Operation;
  const [form, output] = [part<HTMLFormElement>("form"), part<HTMLElement>(".playground-output")];
  const [responseTab, testTab] = section.querySelectorAll<HTMLDetailsElement>(".tabs details");

  function readForm(): PlaygroundRequest | string {
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? "");
    return requestOf(operation, {
      values: values.getAll("value").map(String),
      body: text("body"),
      response: text("response"),
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
    try {
      if (!("testServerFetch" in globalThis)) await loadScript(section.dataset["server"] ?? "");
      showResponse(...responseParts(await send(request), request));
    } catch {
      showResponse(createProblem("Can't load the test server."));
    }
  }

  form.addEventListener("input", showTest);
  showTest();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = readForm();
    if (typeof request === "string") showResponse(createProblem(request));
    else run(request);
  });
  part<HTMLFieldSetElement>("fieldset").disabled = false;
}

const createProblem = (text: string) => element("p", { class: "bad", role: "alert" }, text);
