/** The page's own script, beside Redoc's. */
import { listenToKeys } from "./keys.ts";
import { mendMarkup } from "./mend.ts";

mendMarkup();
listenToKeys();

// Redoc's search box takes no keyboard focus, so a button in the bar opens it.
document.querySelector<HTMLElement>("#open-search")?.addEventListener("click", ({ currentTarget }) => {
  // Safari does not focus a clicked button, and the focus has to return here.
  (currentTarget as HTMLElement).focus();
  document.querySelector<HTMLElement>("#redoc [data-testid='search-trigger']")?.click();
});

// Redoc treats every hash as its own address, so the link moves the focus itself.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  readOn();
});

// Redoc only scrolls: without moving the focus, the next Tab would return to the overview.
addEventListener("click", ({ target }) => {
  const link = (target as Element).closest("a[href^='#/']")?.getAttribute("href") ?? "";
  if (/^#[^#?]+$/.test(link)) readOn();
});
addEventListener("hashchange", ({ isTrusted }) => {
  // Redoc dispatches some itself as the reader scrolls.
  if (isTrusted) readOn();
  showUnknown();
});
showUnknown();

/** The section in the address. What follows it names a field or an unknown within it. */
function section(): HTMLElement | null {
  const [id] = location.hash.slice(1).split(/[?#]/);
  return document.querySelector(`#api-content [data-section-id="${CSS.escape(id || "/")}"]`);
}

/** Redoc changes the address late and may re-render the section: restores a focus that is lost within a second. */
async function readOn(): Promise<void> {
  (document.activeElement as HTMLElement | null)?.blur();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await new Promise((done) => setTimeout(done, attempt && 50));
    if (document.activeElement === document.body) focus(section());
  }
}

function focus(element: HTMLElement | null | undefined): void {
  element?.setAttribute("tabindex", "-1");
  element?.focus({ preventScroll: true });
}

/**
 * An unknown's address is that of its section with `?unknown=<id>`, since Redoc gives marks no address. Redoc
 * scrolls too, and renders late: retries until the mark stays in view, for three seconds at most.
 */
async function showUnknown(): Promise<void> {
  const id = new URLSearchParams(location.hash.split("?")[1]).get("unknown");
  if (!id) return;
  for (const mark of document.querySelectorAll(".found")) mark.classList.remove("found");
  for (let [attempt, calm] = [0, 0]; attempt < 60 && calm < 10; attempt += 1) {
    const mark = section()?.querySelector<HTMLElement>(`[data-unknown="${CSS.escape(id)}"]`);
    const top = mark?.getBoundingClientRect().top ?? -1;
    mark?.classList.add("found");
    calm = top > 60 && top < innerHeight - 60 ? calm + 1 : 0;
    // Nested fields are rendered when they scroll into view: without a mark, scrolls to the last field.
    const target = mark ?? [...(section()?.querySelectorAll(".schema-name") ?? [])].at(-1);
    if (calm === 0) target?.scrollIntoView({ block: "center", behavior: "instant" });
    else focus(mark);
    await new Promise((done) => setTimeout(done, 50));
  }
}
