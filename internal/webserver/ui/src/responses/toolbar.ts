/** The small bar at a selection: keep it, drop it, or remove marks from it. */
import { h, icon } from "../shared/dom";
import { select, selected } from "./text";
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
    const button = (label: string, key: string, picture: Node | string, run: () => void): HTMLButtonElement => {
      const b = h("button", {
        type: "button",
        title: `${label} (${key})`,
        "aria-label": label,
        "aria-keyshortcuts": key,
      });
      b.append(picture, h("span", {}, label));
      b.addEventListener("mousedown", (e) => {
        e.preventDefault(); // keeps the selection
      });
      b.addEventListener("click", run);
      return b;
    };
    const keep = button("Keep", "K", icon("check"), () => {
      this.act("keep");
    });
    const drop = button("Drop", "D", icon("cross"), () => {
      this.act("drop");
    });
    this.clearButton = button("Clear", "C", "↺", () => {
      this.act("clear");
    });
    keep.className = "keep";
    drop.className = "drop";
    this.element.append(keep, drop, this.clearButton);
    document.addEventListener("selectionchange", () => {
      this.look();
    });
    addEventListener("resize", () => {
      this.look();
    });
    document.addEventListener(
      "scroll",
      () => {
        this.look();
      },
      { passive: true },
    );
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Handles a key, and reports whether it had a meaning here. */
  key(e: KeyboardEvent): boolean {
    const kind = { k: "keep", d: "drop", c: "clear" }[e.key.toLowerCase()] as MarkKind | "clear" | undefined;
    if (kind) this.look(); // the event of a new selection may not have arrived yet
    if (this.open && kind) this.act(kind);
    else if (this.open && e.key === "Escape") getSelection()?.removeAllRanges();
    else if (document.activeElement === this.article && (e.key === "ArrowDown" || e.key === "ArrowUp") && !e.shiftKey) {
      this.step(e.key === "ArrowDown" ? 1 : -1);
    } else if (this.open && e.shiftKey && e.key.startsWith("Arrow")) {
      const forward = e.key === "ArrowRight" || e.key === "ArrowDown";
      getSelection()?.modify(
        "extend",
        forward ? "forward" : "backward",
        e.key === "ArrowUp" || e.key === "ArrowDown" ? "line" : "word",
      );
    } else return false;
    e.preventDefault();
    return true;
  }

  private act(kind: MarkKind | "clear"): void {
    this.look();
    const stretch = this.stretch;
    if (!stretch) return;
    if (kind === "clear") this.does.clear(stretch);
    else this.does.mark(kind, stretch);
  }

  /** Selects the next paragraph, so that a response can be marked without a mouse. */
  private step(by: number): void {
    const blocks = [...this.article.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6, pre, td, th")].filter(
      (b) => !b.querySelector("p, li, pre"),
    );
    this.block = Math.max(0, Math.min(blocks.length - 1, this.block + by));
    const block = blocks[this.block];
    if (!block) return;
    const before = document.createRange();
    before.selectNodeContents(this.article);
    before.setEndBefore(block);
    const start = before.toString().length;
    select(this.article, { start, end: start + block.textContent.length });
    block.scrollIntoView({ block: "nearest" });
    this.look();
  }

  private look(): void {
    this.stretch = selected(this.article);
    this.element.hidden = !this.stretch;
    if (!this.stretch) return;
    this.clearButton.hidden = !this.does.marked(this.stretch);
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const box = selection.getRangeAt(0).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const below = box.bottom + 6 + height < innerHeight;
    const top = below ? box.bottom + 6 : Math.max(4, box.top - height - 6);
    this.element.style.top = `${Math.min(top, innerHeight - height - 4)}px`;
    this.element.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
  }
}
