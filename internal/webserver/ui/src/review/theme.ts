import { applyTheme } from "../shared/prefs";
import { on, state } from "./state";

/** The theme, and whether long lines wrap, as the reviewer has chosen. */
export function applyLooks(): void {
  const apply = () => {
    applyTheme(state.prefs.theme);
    document.documentElement.classList.toggle("long-lines", !state.prefs.wrap);
  };
  apply();
  on("prefs", apply);
}
