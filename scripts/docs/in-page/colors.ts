/** Enables the button that switches between light and dark. Redoc stores its choice under the same key. */
export function switchColors(): void {
  const button = document.querySelector<HTMLButtonElement>("#switch-colors");
  const root = document.documentElement.classList;
  if (!button) return;
  const show = () => {
    button.ariaPressed = `${root.contains("dark")}`;
  };
  show();
  button.onclick = () => {
    const mode = root.contains("dark") ? "light" : "dark";
    root.remove("light", "dark");
    root.add(mode);
    try {
      localStorage.setItem("redoc.colorMode", mode);
    } catch {
      // The reader allows no storage: the choice is for this page only.
    }
    show();
  };
}
