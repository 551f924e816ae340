/** The bar of the page, its keys, and its status line. */
import { h, iconButton } from "../shared/dom";
import { inVSCode } from "../shared/host";
import { helpDialog, type Keys } from "../shared/help";
import { pages, projectName } from "../shared/pages";
import { applyTheme, themeChoice } from "../shared/prefs";

const keys: Keys = [
  [["j", "k"], "next or previous block, or line when changes are shown"],
  [["n", "p"], "next or previous change"],
  [["]", "["], "next or previous thread"],
  [["c"], "comment on the block, selected text or line"],
  [["d"], "show changes since the previous version"],
  [["u"], "switch between unified and split"],
  [["a"], "approve"],
  [["r"], "request changes"],
  [["t"], "decide in the terminal"],
  [["?"], "show this help"],
];

export class Frame {
  readonly what = h("div", { class: "what" });
  readonly bar = h("div", { class: "verdict" });
  readonly said = h("p", { class: "said-of-it", role: "status" });
  readonly main = h("main", {});
  readonly outline = h("nav", { class: "outline", "aria-label": "Outline" });
  readonly pages = pages("/plan");
  private readonly help: HTMLDialogElement;

  constructor() {
    const inside = inVSCode(); // VS Code has a theme of its own
    if (!inside) applyTheme();
    this.help = helpDialog(keys);
    const title = "Keyboard shortcuts (?)";
    const help = iconButton("help", "Keyboard shortcuts", () => this.showHelp(), { title });
    document.body.replaceChildren(
      h(
        "header",
        { class: "top" },
        projectName("plan"),
        this.pages.element,
        this.what,
        h("span", { class: "grow" }),
        this.bar,
        inside ? null : themeChoice(),
        help,
      ),
      this.said,
      h("div", { class: "columns" }, this.outline, this.main),
      this.help,
    );
    this.say("");
  }

  /** Shows a message above the plan; an empty one hides the line. */
  say(text: string, kind: "" | "good" | "bad" = ""): void {
    this.said.textContent = text;
    this.said.className = `said-of-it ${kind}`;
    this.said.hidden = text === "";
  }

  showHelp(): void {
    this.help.showModal();
  }
}
