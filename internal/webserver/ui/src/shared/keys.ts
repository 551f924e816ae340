/** The keys of a page and their help. Single keys do nothing while the reader writes, or when they are switched off. */
import { openDialog } from "./dialog";
import { h } from "./dom";
import { readPrefs } from "./prefs";

/**
 * Keys, separated by commas, with their help and their action, which gets 1 for the first of two keys and -1 for the
 * second. "g d" is g and then d. An action returns false if the key has no meaning now: the browser handles it.
 */
export type Key = [keys: string, words: string, run: (by: 1 | -1, event: KeyboardEvent) => unknown];

export class Keys {
  private readonly byKey = new Map<string, (event: KeyboardEvent) => unknown>();
  private waiting = "";
  private since = 0;

  constructor(
    private readonly groups: Record<string, Key[]>,
    private readonly notes: string[] = [],
    private readonly single = () => readPrefs().keys !== false,
  ) {
    const all = Object.values(groups);
    all.at(-1)?.push(["?", "show this help", () => this.help()]);
    for (const [keys, , run] of all.flat())
      keys.split(",").forEach((key, i) => this.byKey.set(key, (event) => run(i % 2 === 0 ? 1 : -1, event)));
    document.addEventListener("keydown", (e) => this.down(e));
  }

  private down(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    if (document.querySelector("dialog[open]")) return;
    if (target?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
    const name = nameOf(event);
    // Enter and Space belong to a focused button.
    if ((name === "Enter" || name === " ") && target?.closest("button, a, input, summary, [role=treeitem]")) return;
    // These scroll sideways.
    if (/^Arrow(?:Left|Right)$/.test(name) && target?.matches("pre, table, .scroll-x")) return;
    const caps = event.getModifierState("CapsLock");
    const plain = caps ? (event.shiftKey ? name.toUpperCase() : name.toLowerCase()) : name;
    const two = event.timeStamp - this.since < 1000 ? `${this.waiting} ${plain}` : "";
    const run = this.byKey.get(two) ?? this.byKey.get(plain) ?? this.byKey.get(name);
    this.waiting = plain;
    this.since = event.timeStamp;
    if (!run || (name.length === 1 && !this.single())) return;
    this.waiting = "";
    if (run(event) !== false) event.preventDefault();
  }

  help(): void {
    const row = ([keys, words]: Key) => {
      const names = keys.split(",").flatMap((name, i) => [i > 0 ? " " : null, h("kbd", {}, keyWords(name))]);
      return [h("dt", {}, ...names), h("dd", {}, words)];
    };
    const groups = Object.entries(this.groups).map(([group, keys]) =>
      h("section", {}, h("h3", {}, group), h("dl", {}, ...keys.flatMap(row))),
    );
    openDialog(
      "Keyboard shortcuts",
      "help",
      this.single() ? null : h("p", { class: "muted" }, "Single-key shortcuts are off (turn them on in View)."),
      h("div", { class: "help-groups" }, ...groups),
      ...this.notes.map((words) => h("p", { class: "muted" }, words)),
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
