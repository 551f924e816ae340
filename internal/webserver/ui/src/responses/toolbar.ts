/** The small bar at a selection: keep it, drop it, or remove marks from it. */
import { button, h, icon } from "../shared/dom";
import type { Key } from "../shared/keys";
import { selected } from "./text";
import type { MarkKind, Stretch } from "./types";

interface Does {
  mark: (kind: MarkKind, stretch: Stretch) => void;
  clear: (stretch: Stretch) => void;
  marked: (stretch: Stretch) => boolean;
}

export class Toolbar {
  readonly element = h("div", { class: "toolbar", role: "toolbar", "aria-label": "Mark the selection", hidden: true });
  private stretch: Stretch | undefined;
  private block = -1; // which block of the response the keyboard is at
  private readonly clearButton: HTMLButtonElement;

  constructor(
    private readonly article: HTMLElement,
    private readonly does: Does,
  ) {
    const tool = (kind: MarkKind | "clear", label: string, key: string, picture: Node | string) =>
      button([picture, h("span", {}, label)], () => this.act(kind), {
        class: `${kind} small`,
        title: `${label} (${key})`,
        "aria-label": label,
        "aria-keyshortcuts": key,
        onmousedown: (e: Event) => e.preventDefault(), // keeps the selection
      });
    this.clearButton = tool("clear", "Clear", "C", "↺");
    this.element.append(
      tool("keep", "Keep", "K", icon("check")),
      tool("drop", "Drop", "D", icon("cross")),
      this.clearButton,
    );
    const look = () => this.look();
    document.addEventListener("selectionchange", look);
    addEventListener("resize", look);
    document.addEventListener("scroll", look, { passive: true });
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** The keys that mark. Those of the arrows are free as long as nothing is selected. */
  keys(): Key[] {
    const paragraph = (by: 1 | -1) => this.article.contains(document.activeElement) && this.step(by);
    const extend = (by: 1 | -1, { key }: KeyboardEvent) =>
      this.open &&
      getSelection()?.modify("extend", by > 0 ? "forward" : "backward", /Up|Down/.test(key) ? "line" : "word");
    return [
      ["k", "keep the selection", () => this.act("keep")],
      ["d", "drop the selection", () => this.act("drop")],
      ["c", "clear the marks on the selection", () => this.act("clear")],
      ["ArrowDown,ArrowUp", "select the next or previous paragraph of the response", paragraph],
      ["Shift+ArrowRight,Shift+ArrowLeft,Shift+ArrowDown,Shift+ArrowUp", "extend the selection", extend],
      ["Escape", "remove the selection", () => this.open && getSelection()?.removeAllRanges()],
    ];
  }

  private act(kind: MarkKind | "clear"): boolean {
    this.look(); // the event of a new selection may not have arrived yet
    const stretch = this.stretch;
    if (!stretch) return false;
    if (kind === "clear") this.does.clear(stretch);
    else this.does.mark(kind, stretch);
    return true;
  }

  /** Selects the next paragraph, so that a response can be marked without a mouse. */
  private step(by: number): void {
    const blocks = [...this.article.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6, pre, td, th")].filter(
      (b) => b.textContent.trim() !== "" && !b.querySelector("p, li, pre"),
    );
    this.block = Math.max(0, Math.min(blocks.length - 1, this.block + by));
    const block = blocks[this.block];
    if (!block) return;
    getSelection()?.selectAllChildren(block);
    block.scrollIntoView({ block: "nearest" });
    this.look();
  }

  private look(): void {
    this.stretch = selected(this.article);
    this.element.hidden = !this.stretch;
    if (!this.stretch) return;
    this.clearButton.hidden = !this.does.marked(this.stretch);
    const box = getSelection()?.getRangeAt(0).getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const below = box.bottom + 6 + height < innerHeight;
    const top = below ? box.bottom + 6 : Math.max(4, box.top - height - 6);
    this.element.style.top = `${Math.min(top, innerHeight - height - 4)}px`;
    this.element.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
  }
}
