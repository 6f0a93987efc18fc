/**
 * Gives each sample a button that sends its operation to the mock that serves this page, and shows what came back.
 * Redoc accepts our markup only in descriptions, so the request is in `data-try-it` of one.
 */
export function addTryIt(): void {
  for (const { dataset, parentElement } of document.querySelectorAll<HTMLElement>("#redoc [data-try-it]")) {
    const sample = parentElement?.closest("[data-testid='middle-panel']")?.nextElementSibling;
    if (sample?.querySelector(".try-it") === null) sample.append(tryIt(JSON.parse(dataset["tryIt"] ?? "")));
  }
}

interface TryItRequest {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body?: { type: string; value: unknown };
}

function tryIt(request: TryItRequest): HTMLElement {
  const box = document.createElement("div");
  box.className = "try-it";
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(location.origin)) {
    box.textContent = "To try this, run npm start: it serves this page beside a mock.";
    return box;
  }
  const button = document.createElement("button");
  const output = document.createElement("pre");
  button.type = "button";
  button.textContent = "Try it on the mock";
  output.tabIndex = 0;
  output.hidden = true;
  output.setAttribute("aria-live", "polite");
  button.onclick = async () => {
    output.hidden = false;
    output.textContent = "Waiting …";
    output.textContent = await send(request).catch((error: Error) => `No response: ${error.message}`);
  };
  box.append(button, output);
  return box;
}

async function send({ method, path, headers: given, body }: TryItRequest): Promise<string> {
  // A form's content type carries its boundary, which the browser sets.
  const type = body && !body.type.startsWith("multipart/") ? [["content-type", body.type] as const] : [];
  const response = await fetch(path, {
    method,
    headers: Object.fromEntries([...given, ...type]),
    ...(body && { body: bodyOf(body) }),
  });
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

function bodyOf({ type, value }: NonNullable<TryItRequest["body"]>): BodyInit {
  if (/^[^;]*[/+]json\b/.test(type)) return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const form = type.startsWith("multipart/") ? new FormData() : new URLSearchParams();
  for (const [name, each] of Object.entries(value)) for (const one of [each].flat()) form.append(name, String(one));
  return form;
}
