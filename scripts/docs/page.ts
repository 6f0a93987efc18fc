/** What the page does beside Redoc. It is bundled into the page. */
import { defineTryIt } from "./try-it.ts";

defineTryIt();

// Redoc's own search box takes no keyboard focus: the button in the bar opens it instead.
document.querySelector("#open-search")?.addEventListener("click", () => {
  document.querySelector<HTMLElement>("#redoc [data-testid='search-trigger']")?.click();
});

// An unknown's address is that of its section with `?unknown=<id>`, since Redoc gives marks no address.
addEventListener("hashchange", showUnknown);
showUnknown();

function showUnknown(): void {
  const id = new URLSearchParams(location.hash.split("?")[1]).get("unknown");
  if (!id) return;
  const selector = `#api-content [data-unknown="${CSS.escape(id)}"]`;
  const found = () => {
    const mark = document.querySelector(selector);
    if (!mark) return false;
    mark.scrollIntoView({ block: "center" });
    mark.classList.add("found");
    return true;
  };
  if (found()) return;
  const observer = new MutationObserver(() => found() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), 5000);
}
