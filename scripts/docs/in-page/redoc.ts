import { keepInPlace } from "./keep-in-place.ts";
import { loadScript } from "./load-script.ts";
import { mendMarkup } from "./mend.ts";

interface Redoc {
  hydrate(definition: object, options: object, into: HTMLElement): Promise<void>;
}

/** Everything is unfolded, so that searching the page finds it. */
const options = {
  schemasExpansionLevel: "all",
  hideDownloadButtons: true,
  disableTelemetry: true,
  // The page's address stays its own: Redoc would put one of its own behind the hash.
  router: "history",
  basePath: location.pathname,
};

/** Has Redoc take over the request and the responses of an operation, once the reader does something on the page. */
export function takeOver(): void {
  const section = document.querySelector<HTMLElement>(".definition");
  if (!section) return;
  const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown"];
  const start = () => {
    // Not what a link has led to: the reader is about to read it.
    if (section.querySelector(":target")) return;
    for (const sign of signs) removeEventListener(sign, start, true);
    render(section).catch(() => {
      // Without Redoc the text stays, which is complete.
    });
  };
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
}

async function render(section: HTMLElement): Promise<void> {
  await loadScript(section.dataset["redoc"] ?? "");
  const { Redoc } = globalThis as unknown as { Redoc: Redoc };
  const host = document.createElement("div");
  host.className = "redoc";
  host.inert = true;
  section.append(host);
  await Redoc.hydrate(JSON.parse(document.querySelector("#definition")?.textContent ?? ""), options, host);
  await settled(host);
  mendMarkup(host);
  show(section, host);
}

/** The text stays in the page: searching the page, printing it and links to places in it find what Redoc folds away. */
function show(section: HTMLElement, host: HTMLElement): void {
  const text = section.querySelector<HTMLElement>(".static");
  if (!text) return;
  keepInPlace(text, host, () => {
    text.setAttribute("hidden", "until-found");
    host.inert = false;
    section.dataset["shown"] = "redoc";
  });
  // A link to an unknown leads to its mark in Redoc's form, if that shows it.
  host.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a[href^='#']");
    const id = link?.getAttribute("href")?.slice(1) ?? "";
    const mark = host.querySelector(`[data-unknown="${CSS.escape(id)}"]`);
    if (!mark) return;
    event.preventDefault();
    history.pushState(null, "", `#${id}`);
    mark.scrollIntoView({ block: "center" });
  });
  text.addEventListener("beforematch", () => {
    host.inert = true;
    section.dataset["shown"] = "text";
  });
}

/** Resolves once Redoc has rendered the responses, which come last, and the browser was idle three times without a change. */
function settled(host: HTMLElement): Promise<void> {
  // On a slow machine Redoc's next part takes longer than many frames, but the browser is not idle until it stands.
  const soon = globalThis.requestIdleCallback ?? requestAnimationFrame;
  return new Promise((resolve) => {
    let calm = 0;
    const observer = new MutationObserver(() => {
      calm = 0;
    });
    observer.observe(host, { childList: true, subtree: true });
    const look = () => {
      calm += 1;
      if (calm < 3 || !host.querySelector("[role='tablist']")) return soon(look);
      observer.disconnect();
      return resolve();
    };
    soon(look);
  });
}
