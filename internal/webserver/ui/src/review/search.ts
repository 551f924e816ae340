/** Search in the whole diff: names, lines of both sides, threads. The browser's own search finds only drawn text. */
import { ask } from "../shared/api";
import { grouped, h, iconButton, plural, pointAt, quiet } from "../shared/dom";
import { notCompared } from "./filehead";
import { failed } from "./say";
import { on, state } from "./state";
import type { ChangedFile, Side, Thread } from "./types";
import { about } from "./verbs";

interface Match {
  id: string;
  side: Side;
  line: number;
}

export interface SearchHooks {
  line: (file: ChangedFile, side: Side, line: number) => Promise<void>;
  thread: (thread: Thread) => Promise<void>;
}

export class Search {
  readonly element = h("search", { class: "bar search", hidden: true });
  private readonly input = h("input", {
    type: "search",
    placeholder: "Search the whole diff",
    "aria-label": "Search the whole diff",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly count = h("span", { class: "muted", role: "status" });
  private found: (Match | Thread)[] = [];
  private total = 0;
  private at = -1;
  private words = "";
  private reading: Promise<void> = Promise.resolve();
  private changes: MutationObserver | undefined;

  constructor(private readonly hooks: SearchHooks) {
    this.element.append(
      this.input,
      this.count,
      iconButton("up", "Previous match (N)", () => this.go(-1)),
      iconButton("down", "Next match (n)", () => this.go(1)),
      h(
        "span",
        { class: "muted wide" },
        "Searches file names, both sides of the diff and threads. Ctrl+F searches only the lines in view and nearby.",
      ),
      h("span", { class: "grow" }),
      iconButton("cross", "Close search (Esc)", () => this.close()),
    );
    const soon = quiet(200, () => this.read());
    this.input.addEventListener("input", soon);
    this.element.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.close();
      else if (e.key === "Enter" && e.target === this.input) {
        e.preventDefault();
        if (this.input.value !== this.words) this.read();
        void this.go(e.shiftKey ? -1 : 1);
      } else return;
      e.stopPropagation();
    });
    on("boot", () => {
      this.words = "";
      if (!this.element.hidden) this.read();
    });
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  show(): void {
    this.element.hidden = false;
    this.input.focus();
    this.input.select();
  }

  close(): void {
    this.element.hidden = true;
    this.input.blur();
    this.mark();
  }

  private read(): void {
    const words = this.input.value;
    if (words === this.words) return;
    this.words = words;
    this.reading = this.ask(words).catch((e: unknown) => failed("Could not search the diff", e));
  }

  private async ask(words: string): Promise<void> {
    const nothing = { matches: [], total: 0 };
    const answer =
      words === ""
        ? nothing
        : await ask<{ matches: Match[]; total: number }>(
            "GET",
            `${about("/api/search")}&q=${encodeURIComponent(words)}`,
          );
    if (words !== this.words) return; // another search was started meanwhile
    const pattern = patternOf(words);
    const says = (t: Thread) => [t, ...t.thread].some(({ body }) => body.search(pattern) >= 0);
    const threads = words === "" ? [] : [...state.threads.values()].filter(says);
    const place = new Map(state.files.map((f, i) => [f.id, i]));
    const matches = answer.matches.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    this.found = [...matches, ...threads];
    this.total = answer.total + threads.length;
    this.at = -1;
    this.mark();
    this.say();
  }

  private say(): void {
    const more = this.total > this.found.length ? ` (first ${grouped(this.found.length)} shown)` : "";
    if (this.words === "") this.count.textContent = "";
    else if (this.at < 0)
      this.count.textContent = [plural(this.total, "match", "matches") + more, notCompared()]
        .filter(Boolean)
        .join(", ");
    else this.count.textContent = `${grouped(this.at + 1)} of ${grouped(this.total)}${more}`;
  }

  /** Goes to the next match, or the one before. */
  async go(by: 1 | -1): Promise<void> {
    await this.reading;
    const n = this.found.length;
    if (n === 0) return;
    this.at = this.at < 0 && by < 0 ? n - 1 : (this.at + by + n) % n;
    this.say();
    const match = this.found[this.at];
    if (!match) return;
    const file = "line" in match && state.files.find((f) => f.id === match.id);
    if (file) await this.hooks.line(file, match.side, match.line);
    else if (!("line" in match)) await this.hooks.thread(match);
    this.mark(document.activeElement?.closest(".cursor, .file-head, .thread, .item"));
  }

  /** Marks the words in the match that the reader went to. Lines get their colours later, as new text. */
  private mark(match?: Element | null): void {
    this.changes?.disconnect();
    if (!("highlights" in CSS)) return; // an older browser
    const texts = [...(match?.querySelectorAll(".d2h-code-line-ctn, .markdown, .path") ?? [])];
    const { words } = this;
    const show = () => void CSS.highlights.set("found", new Highlight(...texts.flatMap((x) => rangesOf(x, words))));
    this.changes = new MutationObserver(show);
    for (const text of texts) this.changes.observe(text, { childList: true, subtree: true });
    show();
  }
}

/** A pattern for the words, by the server's rule: case counts only when they have a capital. */
function patternOf(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), words.toLowerCase() === words ? "gi" : "g");
}

/** The matches in an element's text, which may have several parts. */
function rangesOf(within: Element, words: string): Range[] {
  return [...within.textContent.matchAll(patternOf(words))].map(({ index, 0: found }) => {
    const range = new Range();
    range.setStart(...pointAt(within, index, true));
    range.setEnd(...pointAt(within, index + found.length, false));
    return range;
  });
}
