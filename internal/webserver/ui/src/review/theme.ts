import { on, state } from "./state";

/** Light or dark as in the system, unless the reviewer has chosen. */
export function applyTheme(): void {
  const apply = () => {
    const { theme, wrap } = state.prefs;
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    document.documentElement.classList.toggle("long-lines", !wrap);
  };
  apply();
  on("prefs", apply);
}
