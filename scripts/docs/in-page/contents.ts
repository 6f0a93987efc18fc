/** Marks the current section in the contents of the page, also while the reader scrolls. */
export function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".on-this-page a")];
  const headings = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const [index, link] of links.entries()) {
      if (headings[index] === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  // The sections in sight change only when a heading enters or leaves the upper third of the window.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}
