/** `<try-it method path>`: sends the operation to the mock that serves this page, and shows what came back. */
class TryIt extends HTMLElement {
  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(location.origin)) {
      this.textContent = "To try this, run npm start: it serves this page beside a mock.";
      return;
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
      answer.textContent = await this.send().catch((error: Error) => `No answer: ${error.message}`);
    };
    this.append(button, answer);
  }

  private async send(): Promise<string> {
    const method = this.getAttribute("method") ?? "GET";
    const path = this.getAttribute("path")?.replaceAll(/\{[^}]+\}/g, "example-type") ?? "";
    const response = await fetch(`${path}?token=example`, { method });
    if (!response.headers.has("mock-source")) return "No mock here: run npm start, which serves this page beside one.";
    const headers = [...response.headers]
      .filter(([name]) => name === "content-type" || name.startsWith("mock-"))
      .map(([name, value]) => `${name}: ${value}`);
    const status = `${response.status} ${response.statusText}`;
    return [`${method} ${path}`, "", status, ...headers, "", indented(await response.text())].join("\n").trim();
  }
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export function defineTryIt(): void {
  customElements.define("try-it", TryIt);
}
