/** What the page does beside Redoc. It is bundled into the page. */
import { mendMarkup } from "./mend.ts";
import { defineTryIt } from "./try-it.ts";

defineTryIt();
mendMarkup();

// Redoc's own search box takes no keyboard focus: the button in the bar opens it instead.
document.querySelector("#open-search")?.addEventListener("click", () => {
  document.querySelector<HTMLElement>("#redoc [data-testid='search-trigger']")?.click();
});

// An unknown's address is that of its section with `?unknown=<id>`, since Redoc gives marks no address.
addEventListener("hashchange", showUnknown);
showUnknown();

/** Redoc scrolls too, and moves things while it renders: tries until the mark has stayed in sight, two seconds at most. */
async function showUnknown(): Promise<void> {
  const id = new URLSearchParams(location.hash.split("?")[1]).get("unknown");
  if (!id) return;
  const selector = `#api-content [data-unknown="${CSS.escape(id)}"]`;
  for (let [attempt, calm] = [0, 0]; attempt < 40 && calm < 10; attempt += 1) {
    const mark = document.querySelector(selector);
    const top = mark?.getBoundingClientRect().top ?? -1;
    mark?.classList.add("found");
    calm = top > 60 && top < innerHeight - 60 ? calm + 1 : 0;
    if (calm === 0) mark?.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((done) => setTimeout(done, 50));
  }
}
