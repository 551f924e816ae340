/** All files of the diff, one below the other; only what is near the screen is drawn. */
import { ask, words } from "../shared/api";
import { h, idle } from "../shared/dom";
import type { Chunk } from "./chunk";
import { FileView, type Around } from "./fileview";
import { keepDiff, keptDiff } from "./load";
import { failed } from "./say";
import { state, tell } from "./state";
import type { ChangedFile, Side } from "./types";

const ahead = 1500; // px that are drawn above and below the screen
const atOnce = 12; // files that are made before the first paint
const mostAtOnce = 60;
const usualLetter = 7.2; // px
const barHeight = 68; // px above the first file
const headHeight = 60; // px of a file's head, and between two files

/** Where something was on the page when it was last seen: px from its top. */
interface Place {
  top: number;
  bottom: number;
}

export class Files {
  readonly element = h("div", { class: "files" });
  views: FileView[] = [];
  private readonly byPath = new Map<string, FileView>();
  private readonly chunkOf = new WeakMap<Element, [FileView, Chunk]>();
  private readonly viewOf = new WeakMap<Element, FileView>();
  private readonly observer: IntersectionObserver;
  private readonly queue = new Map<Element, Place>(); // to be drawn
  private drawing = false;
  private width = 0;
  private letter = 0; // its width in px, once it was measured
  private filling = 0;

  constructor(
    private readonly hooks: {
      commentOnFile: (view: FileView) => void;
      ready: (view: FileView) => void;
      drawn: (view: FileView) => void;
    },
  ) {
    this.observer = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: `${ahead}px 0px` });
  }

  /** Shows the files of the state: the first at once, the others when there is time. */
  start(): void {
    this.filling++;
    this.observer.disconnect();
    this.queue.clear();
    this.views = [];
    this.byPath.clear();
    this.element.replaceChildren();
    if (this.width === 0) this.guess();
    else this.measure();
    // As far as the first file with lines to read; what stands before it has none.
    const read = state.files.findIndex((f) => f.id === state.boot.first?.[0]?.id) + 1;
    const now = Math.min(Math.max(atOnce, read), mostAtOnce);
    this.make(state.files.slice(0, now));
    this.first();
    this.later(state.files.slice(now), this.filling);
  }

  private later(rest: ChangedFile[], turn: number): void {
    if (rest.length === 0 || turn !== this.filling) {
      if (turn === this.filling) tell("files", undefined);
      return;
    }
    idle(() => {
      if (turn !== this.filling) return;
      this.make(rest.slice(0, 40));
      this.later(rest.slice(40), turn);
    });
  }

  /** Everything at once, for a jump to a file that was not made yet. */
  private makeAll(): void {
    if (this.views.length === state.files.length) return;
    this.filling++;
    this.make(state.files.slice(this.views.length));
    tell("files", undefined);
  }

  private make(files: ChangedFile[]): void {
    const around: Around = {
      watch: (box) => this.observer.observe(box),
      unwatch: (box) => this.observer.unobserve(box),
      columns: () => this.columns(),
      commentOnFile: (view) => this.hooks.commentOnFile(view),
      view: (view, viewed) => void this.view(view, viewed),
      drawn: (view) => this.hooks.drawn(view),
      ready: (view) => {
        for (const c of view.chunks) this.chunkOf.set(c.box, [view, c]);
        this.hooks.ready(view);
      },
    };
    const made = document.createDocumentFragment();
    for (const file of files) {
      const view = new FileView(file, around);
      this.views.push(view);
      this.byPath.set(file.path, view);
      this.viewOf.set(view.section, view);
      made.append(view.section);
      this.observer.observe(view.section);
    }
    this.element.append(made);
  }

  /** What came with the page is shown without waiting for the observer. */
  private first(): void {
    let room = window.innerHeight - barHeight;
    for (const view of this.views) {
      if (room <= 0) break;
      view.head.fill();
      room -= headHeight;
      if (!keptDiff(view.file) || !view.open) continue;
      const first = state.boot.first?.find((d) => d.id === view.file.id);
      if (!first || view.bare || view.file.collapsed) continue;
      room -= view.use(first, room);
    }
  }

  /** Before the first paint, what the style sheets say: to measure would be to lay out the page twice. */
  private guess(): void {
    this.width = window.innerWidth - (state.prefs.tree ? 296 : 0) - (state.prefs.panel ? 340 : 0) - 32;
    idle(() => this.measure());
  }

  private measure(): void {
    if (this.letter === 0) {
      const probe = h("span", { class: "probe" }, "0".repeat(100));
      this.element.append(probe);
      this.letter = probe.getBoundingClientRect().width / 100 || usualLetter;
      probe.remove();
    }
    this.width = this.element.clientWidth || 900;
  }

  /** How many letters fit into a line before it wraps. */
  private columns(): number {
    if (!state.prefs.wrap) return Infinity;
    const inside = state.prefs.view === "split" ? this.width / 2 - 48 : this.width - 96;
    return Math.max(20, Math.floor((inside - 36) / (this.letter || usualLetter)));
  }

  private seen(entries: IntersectionObserverEntry[]): void {
    const scrolled = window.scrollY; // asked before anything is changed: it lays out the page
    for (const entry of entries) {
      const view = this.viewOf.get(entry.target);
      if (view) {
        view.setNear(entry.isIntersecting);
        continue;
      }
      const found = this.chunkOf.get(entry.target);
      if (!found) continue;
      const { top, bottom, height } = entry.boundingClientRect;
      if (entry.isIntersecting) {
        this.queue.set(entry.target, { top: top + scrolled, bottom: bottom + scrolled });
      } else {
        this.queue.delete(entry.target);
        found[1].undraw(height);
      }
    }
    this.drawQueued(scrolled);
  }

  /** Draws what is on the screen at once, and the rest one by one, each in a frame of its own. */
  private drawQueued(top: number): void {
    if (this.drawing || this.queue.size === 0) return;
    const bottom = top + window.innerHeight;
    const far = (at: Place) => Math.max(top - at.bottom, at.top - bottom, 0);
    const nearest = [...this.queue].sort((a, b) => far(a[1]) - far(b[1]));
    for (const [i, [box, at]] of nearest.entries()) {
      if (i > 0 && far(at) > 0) break;
      this.queue.delete(box);
      const found = this.chunkOf.get(box);
      if (found && box.isConnected) found[0].drawChunk(found[1]);
    }
    if (this.queue.size === 0) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.drawQueued(window.scrollY);
    });
  }

  at(path: string): FileView | undefined {
    if (!this.byPath.has(path) && state.files.some((f) => f.path === path)) this.makeAll();
    return this.byPath.get(path);
  }

  ofElement(element: Element | null): FileView | undefined {
    const section = element?.closest("section.file");
    return section ? this.viewOf.get(section) : undefined;
  }

  /** The file at the top of the screen. */
  current(): FileView | undefined {
    return this.views.find((v) => v.section.getBoundingClientRect().bottom > topHeight() + 60) ?? this.views.at(-1);
  }

  async view(view: FileView, viewed: boolean): Promise<void> {
    const { hash } = view.file;
    if (viewed) state.viewed.add(hash);
    else state.viewed.delete(hash);
    const top = view.section.getBoundingClientRect().top;
    view.setOpen(!viewed);
    // Closing a file whose head sticks to the top must not throw the reader somewhere else.
    if (viewed && top < topHeight()) this.scrollTo(view.section);
    tell("viewed", view.file);
    try {
      await ask("PUT", "/api/viewed", { hash, viewed });
    } catch (error) {
      failed("The mark was not kept", error);
    }
  }

  scrollTo(element: Element): void {
    const top = element.getBoundingClientRect().top + window.scrollY - topHeight() - 8;
    window.scrollTo({ top, behavior: "instant" });
  }

  /** Goes to a line: loads, draws and marks it. Answers false when the diff cannot show it. */
  async goTo(path: string, side: Side, line: number): Promise<boolean> {
    const view = this.at(path);
    if (!view) return false;
    if (!view.open) view.setOpen(true);
    if (line <= 0) {
      this.scrollTo(view.section);
      return true;
    }
    try {
      await view.show();
      const row = await view.uncover(side, line);
      const tr = view.element(row);
      if (!tr) return false;
      this.center(tr);
      // What is drawn above on the way moves it; once more when that has happened.
      requestAnimationFrame(() => this.center(tr));
      return true;
    } catch (error) {
      failed("Could not go there", words(error) ? error : new Error("unknown"));
      return false;
    }
  }

  center(element: Element): void {
    const rect = element.getBoundingClientRect();
    if (rect.top > topHeight() + 60 && rect.bottom < window.innerHeight - 40) return;
    const top = rect.top + window.scrollY - window.innerHeight / 3;
    window.scrollTo({ top, behavior: "instant" });
  }

  /** Draws everything anew: another view, or other rules for white space. */
  redraw(reload: boolean): void {
    const anchor = this.current();
    const before = anchor?.section.getBoundingClientRect().top ?? 0;
    this.measure();
    for (const view of this.views) {
      if (reload) view.reload();
      else view.rebuild();
    }
    for (const view of this.views) view.drawVisible();
    if (anchor) window.scrollBy({ top: anchor.section.getBoundingClientRect().top - before, behavior: "instant" });
  }

  useFirst(): void {
    for (const diff of state.boot.first ?? []) {
      const file = state.files.find((f) => f.id === diff.id);
      if (file) keepDiff(file, diff);
    }
  }
}

/** What sticks to the top of the screen hides so many pixels. */
export function topHeight(): number {
  return document.querySelector(".top")?.getBoundingClientRect().height ?? 0;
}
