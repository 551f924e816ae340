/** The bar and the help that this page has in a browser: those of the review, so that both are one product. */
import { ask } from "../shared/api";
import { h, icon } from "../shared/dom";
import { shown } from "../shared/odd";

const prefs = "consider.review.prefs"; // the review's page keeps them there too
const keys: [string[], string][] = [
  [["K"], "keep the selection"],
  [["D"], "drop it"],
  [["C"], "clear its marks"],
  [["↓", "↑"], "select the next, previous paragraph of the answer"],
  [["Shift+→"], "select more"],
  [["←", "→"], "newer, older answer"],
  [["?"], "this help"],
];

interface Prefs {
  theme?: string;
}

function read(): Prefs {
  try {
    return JSON.parse(localStorage.getItem(prefs) ?? "{}") as Prefs;
  } catch {
    return {};
  }
}

function applyTheme(theme = read().theme ?? "auto"): void {
  if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
  else document.documentElement.removeAttribute("data-theme");
}

function themeChoice(): HTMLElement {
  const choice = h("select", { "aria-label": "Theme" });
  for (const [value, label] of [
    ["auto", "As the system"],
    ["light", "Light"],
    ["dark", "Dark"],
  ] as const) {
    choice.append(h("option", { value }, label));
  }
  choice.value = read().theme ?? "auto";
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(prefs, JSON.stringify({ ...read(), theme: choice.value }));
    } catch {
      // A browser that keeps nothing has it for as long as the page is open.
    }
    applyTheme(choice.value);
  });
  return choice;
}

function helpDialog(): HTMLDialogElement {
  const list = h("dl", {});
  for (const [names, words] of keys) {
    list.append(h("dt", {}, ...names.map((k) => h("kbd", {}, k))), h("dd", {}, words));
  }
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("cross"));
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    h("header", {}, h("h2", {}, "Keys"), close),
    list,
  );
  close.addEventListener("click", () => {
    dialog.close();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "?" && !(e.target as HTMLElement).matches("input, textarea")) dialog.showModal();
  });
  return dialog;
}

/** Puts the bar's parts around those that the page has everywhere. */
export function frame(): void {
  applyTheme();
  const header = document.querySelector("header");
  if (!header) return;
  const project = h("span", { class: "project" });
  const help = helpDialog();
  const helpButton = h(
    "button",
    { type: "button", class: "icon-button", title: "Keys and help (?)", "aria-label": "Keys and help" },
    icon("help"),
  );
  helpButton.addEventListener("click", () => {
    help.showModal();
  });
  header.prepend(
    h("h1", {}, project),
    h(
      "nav",
      { class: "pages", "aria-label": "Pages" },
      h("a", { class: "review", href: "/review" }, "Review"),
      h("a", { href: "/responses", "aria-current": "page" }, "Answers"),
    ),
  );
  header.append(themeChoice(), helpButton);
  document.body.append(help);
  void ask<{ project: string }>("GET", "/api/enter").then(
    (inside) => {
      project.textContent = shown(inside.project);
      document.title = `${shown(inside.project)}: answers`;
    },
    () => undefined, // the status says that the program does not answer
  );
}
