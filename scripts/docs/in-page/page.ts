/** What the page does beside Redoc. It is bundled into the page. */
import { mendMarkup } from "./mend.ts";
import { defineTryIt } from "./try-it.ts";

defineTryIt();
mendMarkup();

// Redoc's own search box takes no keyboard focus: the button in the bar opens it instead.
document.querySelector("#open-search")?.addEventListener("click", () => {
  document.querySelector<HTMLElement>("#redoc [data-testid='search-trigger']")?.click();
});

// Redoc takes every hash for an address of its own: the link moves the focus by itself.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const content = document.querySelector<HTMLElement>("#api-content");
  content?.setAttribute("tabindex", "-1");
  content?.focus();
});

// An unknown's address is that of its section with `?unknown=<id>`, since Redoc gives marks no address.
addEventListener("hashchange", showUnknown);
showUnknown();

/** Redoc scrolls too, and renders and moves things late: tries until the mark has stayed in sight, three seconds at most. */
async function showUnknown(): Promise<void> {
  const [path, query] = location.hash.slice(1).split("?");
  const id = new URLSearchParams(query).get("unknown");
  if (!id) return;
  for (const mark of document.querySelectorAll(".found")) mark.classList.remove("found");
  const section = `#api-content [data-section-id="${CSS.escape(path ?? "")}"]`;
  for (let [attempt, calm] = [0, 0]; attempt < 60 && calm < 10; attempt += 1) {
    const mark = document.querySelector(`${section} [data-unknown="${CSS.escape(id)}"]`);
    const top = mark?.getBoundingClientRect().top ?? -1;
    mark?.classList.add("found");
    calm = top > 60 && top < innerHeight - 60 ? calm + 1 : 0;
    // Fields within a field are rendered when they come into sight: without a mark, the last field leads on.
    const target = mark ?? [...document.querySelectorAll(`${section} .schema-name`)].at(-1);
    if (calm === 0) target?.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((done) => setTimeout(done, 50));
  }
}
