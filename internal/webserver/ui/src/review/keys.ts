/** The actions of keys. Single keys do nothing while the reviewer writes, or when they are switched off. */
import { button, h } from "../shared/dom";
import { on, state } from "./state";

export interface Key {
  keys: string[];
  words: string;
  run: (event: KeyboardEvent) => void;
}

export class Keys {
  readonly dialog = h("dialog", { class: "help", "aria-label": "Keyboard shortcuts" });
  private readonly byKey = new Map<string, Key>();
  private waiting = "";
  private since = 0;

  constructor(private readonly groups: Record<string, Key[]>) {
    for (const key of Object.values(groups).flat()) for (const k of key.keys) this.byKey.set(k, key);
    document.addEventListener("keydown", (e) => this.down(e));
    this.dialog.addEventListener("pointerdown", (e) => {
      if (e.target === this.dialog) this.dialog.close();
    });
    this.fill();
    on("prefs", (name) => {
      if (name === "keys") this.fill();
    });
  }

  help(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  private down(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    if (document.querySelector("dialog[open]")) return;
    if (target?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
    const name = nameOf(event);
    // Enter and Space belong to a focused button.
    if ((name === "Enter" || name === " ") && target?.closest("button, a, input, summary, [role=treeitem]")) return;
    const two = event.timeStamp - this.since < 1000 ? `${this.waiting} ${name}` : "";
    const key = this.byKey.get(two) ?? this.byKey.get(name);
    this.waiting = name;
    this.since = event.timeStamp;
    if (!key || (!state.prefs.keys && name.length === 1)) return;
    // "g" waits for a second key.
    if (name === "g" && !this.byKey.has(two) && [...this.byKey.keys()].some((k) => k.startsWith("g "))) return;
    event.preventDefault();
    this.waiting = "";
    key.run(event);
  }

  private fill(): void {
    const close = button("Close", () => this.dialog.close());
    const groups = Object.entries(this.groups).map(([group, keys]) =>
      h(
        "section",
        {},
        h("h3", {}, group),
        h(
          "dl",
          {},
          ...keys.flatMap((k) => [
            h("dt", {}, ...k.keys.flatMap((name, i) => [i > 0 ? " " : null, h("kbd", {}, keyWords(name))])),
            h("dd", {}, k.words),
          ]),
        ),
      ),
    );
    this.dialog.replaceChildren(
      h("header", {}, h("h2", {}, "Keyboard shortcuts"), h("span", { class: "grow" }), close),
      state.prefs.keys ? "" : h("p", { class: "muted" }, "Single-key shortcuts are off (turn them on in View)."),
      h("div", { class: "help-groups" }, ...groups),
      h(
        "p",
        { class: "muted" },
        "Click a line number to comment on it, drag over several, or click the first and Shift-click the last. " +
          "In a comment, Ctrl+Enter (⌘Enter) saves it and Esc closes it. Drafts are saved as you type.",
      ),
      h("p", { class: "muted" }, `consider ${state.boot.version}`),
    );
  }
}

function nameOf(event: KeyboardEvent): string {
  const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
  return shift + event.key;
}

function keyWords(name: string): string {
  return name.replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace("ArrowLeft", "←").replace("ArrowRight", "→");
}
