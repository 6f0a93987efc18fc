/** The switch between light and dark. Redoc reads the choice under the same key. */
export function switchColors(): void {
  const button = document.querySelector<HTMLButtonElement>("#switch-colors");
  const root = document.documentElement.classList;
  if (!button) return;
  const show = () => {
    button.ariaPressed = `${root.contains("dark")}`;
  };
  button.hidden = false;
  show();
  button.onclick = () => {
    const chosen = root.contains("dark") ? "light" : "dark";
    root.remove("light", "dark");
    root.add(chosen);
    try {
      localStorage.setItem("redoc.colorMode", chosen);
    } catch {
      // The reader allows no storage: the choice is for this page only.
    }
    show();
  };
}
