/** Creates an element. Text is text: nothing here is parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...content);
  return created;
}

/** Loads a classic script, which browsers also load from disk. */
export const loadScript = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = element("script", { src });
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
