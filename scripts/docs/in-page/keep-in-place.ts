/**
 * Changes from the text of a definition to Redoc's form of it, and scrolls so that what the reader looks at stays where
 * it is: the first field or heading in sight, which both have.
 */
export function keepInPlace(text: HTMLElement, host: HTMLElement, change: () => void): void {
  const places = [...text.querySelectorAll<HTMLElement>("h2, li")].filter((one) => placeIn(host, one));
  const first = places.find((one) => one.getBoundingClientRect().top >= 0);
  const before = first?.getBoundingClientRect().top ?? 0;
  // What begins below the middle of the window is not what the reader looks at.
  const other = first && text.getBoundingClientRect().top < 0 && before < innerHeight / 2 && placeIn(host, first);
  // The browser's own way to keep things in place knows only what stays.
  const { style } = document.documentElement;
  style.overflowAnchor = "none";
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty("overflow-anchor")));
  change();
  if (other) scrollBy({ top: other.getBoundingClientRect().top - before, behavior: "instant" });
}

/** The same heading or field in Redoc's form. */
function placeIn(host: HTMLElement, place: HTMLElement): Element | undefined {
  if (place.localName === "h2") {
    const word = place.textContent?.startsWith("Response") ? "Responses" : "Request";
    return [...host.querySelectorAll("h4")].find((heading) => heading.textContent === word);
  }
  const name = place.querySelector("code")?.textContent?.toLowerCase().replaceAll(".", "/");
  return [...host.querySelectorAll("[id*='path=']")].find((field) => field.id.split("path=")[1] === name);
}
