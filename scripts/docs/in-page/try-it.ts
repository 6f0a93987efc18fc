/**
 * Gives each sample a button that sends its operation to the mock that serves this page, and shows what came back.
 * Redoc takes markup of ours in a description alone: there, `data-try-it` says what to send.
 */
export function addTryIt(): void {
  for (const { dataset, parentElement } of document.querySelectorAll<HTMLElement>("#redoc [data-try-it]")) {
    const sample = parentElement?.closest("[data-testid='middle-panel']")?.nextElementSibling;
    if (sample?.querySelector(".try-it") === null) sample.append(tryIt(JSON.parse(dataset["tryIt"] ?? "")));
  }
}

interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

function tryIt(sent: Sent): HTMLElement {
  const box = document.createElement("div");
  box.className = "try-it";
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(location.origin)) {
    box.textContent = "To try this, run npm start: it serves this page beside a mock.";
    return box;
  }
  const button = document.createElement("button");
  const answer = document.createElement("pre");
  button.type = "button";
  button.textContent = "Try it on the mock";
  answer.tabIndex = 0;
  answer.hidden = true;
  answer.setAttribute("aria-live", "polite");
  button.onclick = async () => {
    answer.hidden = false;
    answer.textContent = "Waiting …";
    answer.textContent = await send(sent).catch((error: Error) => `No answer: ${error.message}`);
  };
  box.append(button, answer);
  return box;
}

async function send({ method, path, body }: Sent): Promise<string> {
  const json = body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...json });
  if (!response.headers.has("mock-source")) return "No mock here: run npm start, which serves this page beside one.";
  const headers = [...response.headers]
    .filter(([name]) => name === "content-type" || name.startsWith("mock-"))
    .map(([name, value]) => `${name}: ${value}`);
  const status = `${response.status} ${response.statusText}`;
  return [`${method} ${path}`, "", status, ...headers, "", indented(await response.text())].join("\n").trim();
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
