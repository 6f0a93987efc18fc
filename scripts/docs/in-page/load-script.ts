/** Loads a classic script, which browsers also load from disk. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`Can't load ${src}.`));
    document.head.append(script);
  });
}
