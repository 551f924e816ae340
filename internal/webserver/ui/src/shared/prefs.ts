/** Preferences for all pages in the browser. The review page stores them, with more of its own. */
const kept = "consider.review.prefs";

export interface SharedPrefs {
  theme?: string;
  view?: string;
  keys?: boolean;
}

export function readPrefs(): SharedPrefs {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "{}") as SharedPrefs;
  } catch {
    return {};
  }
}

export function keepPref(name: keyof SharedPrefs, value: string): void {
  try {
    localStorage.setItem(kept, JSON.stringify({ ...readPrefs(), [name]: value }));
  } catch {
    // A browser that stores nothing keeps them as long as the page is open.
  }
}

export function applyTheme(theme = readPrefs().theme ?? "auto"): void {
  if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
  else document.documentElement.removeAttribute("data-theme");
}

/** The choice of the theme. */
export function themeChoice(): HTMLSelectElement {
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", "Theme");
  for (const [value, label] of [
    ["auto", "System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ] as const) {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = label;
    choice.append(option);
  }
  choice.value = readPrefs().theme ?? "auto";
  choice.addEventListener("change", () => {
    keepPref("theme", choice.value);
    applyTheme(choice.value);
  });
  return choice;
}
