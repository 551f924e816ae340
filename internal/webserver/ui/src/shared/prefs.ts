/** Preferences for all pages in the browser. The review page keeps more of its own with them. */
import { choiceOf } from "./dom";
import { keepText, keptValue } from "./kept";

const kept = "consider.review.prefs";

interface SharedPrefs {
  theme?: Theme;
  view?: string;
  keys?: boolean;
  /** The changes of plans are shown line by line. */
  source?: boolean;
}

export function readPrefs(): SharedPrefs {
  return keptValue("localStorage", kept) ?? {};
}

/** Keeps these; the others stay as they are. */
export function keepPrefs(prefs: object): void {
  keepText("localStorage", kept, JSON.stringify({ ...readPrefs(), ...prefs }));
}

/** Shows a theme: light or dark, or the one of the system. */
export function applyTheme(theme = readPrefs().theme ?? "auto"): void {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-theme", theme === "auto" ? system : theme);
}

const themes = [
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

type Theme = (typeof themes)[number][0];

/** The choice of the theme. */
export function themeChoice(): HTMLSelectElement {
  return choiceOf("Theme", themes, readPrefs().theme ?? "auto", (theme) => {
    keepPrefs({ theme });
    applyTheme(theme);
  });
}
