/** The bar and the help of this page in a browser. They are those of the review, so that both look like one product. */
import { iconButton } from "../shared/dom";
import { helpDialog, type Keys } from "../shared/help";
import { pages, projectName } from "../shared/pages";
import { applyTheme, themeChoice } from "../shared/prefs";

const keys: Keys = [
  [["K"], "keep the selection"],
  [["D"], "drop the selection"],
  [["C"], "clear the marks on the selection"],
  [["↓", "↑"], "select the next or previous paragraph of the response"],
  [["Shift+→"], "extend the selection"],
  [["←", "→"], "newer or older response"],
  [["?"], "show this help"],
];

/** Puts the parts of the bar around those that the page has everywhere. */
export function frame(): void {
  applyTheme();
  const header = document.querySelector("header");
  if (!header) return;
  const help = helpDialog(keys);
  document.addEventListener("keydown", (e) => {
    if (e.key === "?" && !(e.target as HTMLElement).matches("input, textarea")) help.showModal();
  });
  const title = "Keyboard shortcuts (?)";
  const helpButton = iconButton("help", "Keyboard shortcuts", () => help.showModal(), { title });
  header.prepend(projectName("responses"), pages("/responses").element);
  header.append(themeChoice(), helpButton);
  document.body.append(help);
}
