/** All files of the diff, one below the other; only those near the screen are drawn. */
import { ask, words } from "../shared/api";
import { arrange, h, idle, quiet } from "../shared/dom";
import type { Chunk } from "./chunk";
import type { Comments } from "./comments";
import { FileView, type Around } from "./fileview";
import { areFew, isSmall } from "./guess";
import { Group, groupSize, headHeight } from "./group";
import { hold, keepHeld, stay, watchSize } from "./held";
import { dropDiff, fetchDiff, keepDiff } from "./load";
import { markHunks } from "./folds";
import { failed } from "./say";
import { state, tell } from "./state";
import { topHeight } from "./top";
import type { Boot, Side } from "./types";
import { whereOf } from "./where";

const ahead = 1500; // px that are drawn above and below the screen
const mostAtOnce = 3; // groups that are made before the first paint
const usualLetter = 7.2; // px
const barHeight = 68; // px above the first file
const calm = 1000; // ms without activity before that

/** The place of a line that was gone to: below the head of its file, with what is around it. */
export const belowHead = () => topHeight() + 80;

/** Where an element was on the page when it was last seen: px from the top. */
interface Place {
  top: number;
  bottom: number;
}

export class Files {
  readonly element = h("div", { class: "files" });
  /** Resolves when the Viewed marks that were set or removed here are stored, one by one; a new one for each mark. */
  stored: Promise<void> = Promise.resolve();
  private groups: Group[] = [];
  private readonly groupAt = new Map<string, Group>(); // by path
  private readonly byPath = new Map<string, FileView>(); // the views that were made
  private readonly past = new Map<string, FileView>(); // those of the last diff whose files have changed
  private pointer = 0; // px from the top of the screen
  private readonly groupOf = new WeakMap<Element, Group>(); // by box
  private readonly chunkOf = new WeakMap<Element, [FileView, Chunk]>();
  private readonly viewOf = new WeakMap<Element, FileView>();
  private readonly observer: IntersectionObserver;
  private readonly queue = new Map<Element, Place>(); // to be drawn
  private drawing = false;
  private width = 0;
  private letter = 0; // its width in px, 0 until it is measured
  /** The whole diff is on the page, where the browser's own search finds it. */
  private whole = false;
  private filling = false;
  private readonly soon = quiet(calm, () => this.everything());

  constructor(private readonly comments: Comments) {
    this.observer = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: `${ahead}px 0px` });
    this.element.addEventListener("pointermove", (e) => (this.pointer = e.clientY), { passive: true });
    document.addEventListener("keydown", (e) => {
      if (e.key === "F3" || ((e.ctrlKey || e.metaKey) && e.key === "f")) this.everything();
    });
  }

  /** Shows the files of the state: those on the screen at once, others when they come near it. */
  start(): void {
    this.observer.disconnect();
    this.queue.clear();
    this.past.clear();
    for (const [path, view] of this.byPath) {
      const now = state.fileAt({ file: path, side: "new" });
      if (now?.hash === view.file.hash && now.untracked === view.file.untracked) continue;
      view.attachments.clear(); // lines that are still on their way to it must not draw the threads there
      dropDiff(view.file);
      this.byPath.delete(path);
      this.past.set(path, view);
    }
    for (const diff of state.boot.first ?? []) {
      const file = state.files.find((f) => f.id === diff.id);
      if (file) keepDiff(file, diff);
    }
    this.groupAt.clear();
    const { groups } = this;
    this.groups = [];
    for (let i = 0; i < state.files.length; i += groupSize) {
      const group = new Group(state.files.slice(i, i + groupSize), groups[i / groupSize]?.box);
      this.groups.push(group);
      this.groupOf.set(group.box, group);
      for (const f of group.files) this.groupAt.set(f.path, group);
    }
    if (this.width === 0) this.guess();
    else this.measure();
    this.whole = isSmall(state.files);
    // Up to the first file with lines to read; those before it have none.
    const read = state.files.findIndex((f) => f.id === state.boot.first?.[0]?.id);
    const now = Math.min(Math.floor(Math.max(read, 0) / groupSize), mostAtOnce) + 1;
    for (const [i, group] of this.groups.entries()) if (i < now || groups[i]?.there) this.attach(group);
    const boxes = this.groups.map((g) => g.box);
    arrange(this.element, boxes);
    this.first();
    for (const group of this.groups) {
      this.observer.observe(group.box);
      watchSize(group.box);
    }
    if (this.whole) this.soon();
  }

  /**
   * Draws the whole of a small diff step by step: when the page is calm, or at once when the reader presses the keys of
   * the browser's own search.
   */
  private everything(): void {
    if (!this.whole || this.filling) return;
    this.filling = true;
    const step = () => {
      const group = this.whole ? this.groups.find((g) => !g.there || g.views.some((v) => v.rest())) : undefined;
      const view = group?.there ? group.views.find((v) => v.rest()) : undefined;
      this.filling = group !== undefined;
      if (!group) return;
      if (!view) this.attach(group);
      else if (view.loaded) view.drawNext();
      const again = () => idle(step);
      if (view && !view.loaded) void view.load().then(again, again);
      else again();
    };
    idle(step);
  }

  /** The views that were made, in no order. */
  made(): Iterable<FileView> {
    return this.byPath.values();
  }

  /** The file before or after another one. */
  next(view: FileView, by: 1 | -1): FileView | undefined {
    const file = state.fileAt({ file: view.file.path, side: "new" });
    const next = file && state.files[state.files.indexOf(file) + by];
    return next && this.at(next.path);
  }

  /** Whether the view is of the present diff, not of an earlier one. */
  shows(view: FileView): boolean {
    return this.byPath.get(view.file.path) === view;
  }

  at(path: string): FileView | undefined {
    const group = this.groupAt.get(path);
    if (group) this.make(group);
    return this.byPath.get(path);
  }

  private make(group: Group): void {
    if (group.views.length > 0) return;
    const { comments } = this;
    const around: Around = {
      watch: (box) => this.observer.observe(box),
      unwatch: (box) => this.observer.unobserve(box),
      columns: () => this.columns(),
      commentOnFile: (view) => comments.open(view, view.file.status === "D" ? "old" : "new", 0, 0),
      comment: (view, side, start, end) => void comments.openBlock(view, side, start, end),
      view: (view, viewed) => void this.view(view, viewed),
      ready: (view) => {
        if (!this.shows(view)) return;
        for (const c of view.chunks) this.chunkOf.set(c.box, [view, c]);
        comments.placeIn(view);
        this.whole &&= areFew(this.made());
        if (this.whole && !this.filling) this.soon();
      },
      drawn: (view) => comments.markRanges(view),
    };
    for (const file of group.files) {
      const view = this.byPath.get(file.path) ?? new FileView(file, around, this.past.get(file.path));
      group.views.push(view);
      this.byPath.set(file.path, view);
      this.viewOf.set(view.section, view);
    }
    comments.placeInAll(group.views);
  }

  /** Puts the files of a group on the page. */
  private attach(group: Group): void {
    if (group.there) return;
    this.make(group);
    group.attach();
    for (const view of group.views) {
      this.observer.observe(view.section);
      watchSize(view.section);
      for (const c of view.chunks) this.observer.observe(c.box);
    }
  }

  /** Makes sure that an element's file is on the page before it is scrolled to. */
  bring(element: Element): void {
    const view = this.ofElement(element);
    const group = view && this.groupAt.get(view.file.path);
    if (group) this.attach(group);
  }

  /** Guesses heights again when the viewed files have changed. */
  resize(): void {
    for (const group of this.groups) if (group.views.length === 0) group.guess();
  }

  /** Shows the files that came with the page without waiting for the observer. */
  private first(): void {
    let room = window.innerHeight - barHeight;
    for (const view of this.groups.flatMap((g) => (g.there ? g.views : []))) {
      if (room <= 0) break;
      view.head.fill();
      room -= headHeight;
      if (view.loaded || !view.open || view.bare || view.file.collapsed || !state.prefs.space) continue;
      const first = state.boot.first?.find((d) => d.id === view.file.id);
      if (first) room -= view.use(first, room);
    }
  }

  /** Uses the sizes of the style sheet before the first paint: measuring would lay out the page twice. */
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
    const scrolled = window.scrollY; // read before any change, because it lays out the page
    for (const entry of entries) {
      const group = this.groupOf.get(entry.target);
      if (group) {
        if (entry.isIntersecting) this.attach(group);
        else if (!this.whole) group.detach(entry.boundingClientRect.height);
        continue;
      }
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
        // One that left the page with its group has no height any more.
        if (height === 0) continue;
        if (!this.whole) found[1].undraw(height);
        else if (found[1].table) found[1].setFar(true, height);
      }
    }
    this.drawQueued(scrolled);
  }

  /** Draws what is on the screen at once, and the rest one by one, each in its own frame. */
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

  ofElement(element: Element | null): FileView | undefined {
    const section = element?.closest("section.file");
    return section ? this.viewOf.get(section) : undefined;
  }

  /** The file at the top of the screen. */
  current(): FileView | undefined {
    const line = topHeight() + 60;
    const below = (box: Element) => box.getBoundingClientRect().bottom > line;
    const group = this.groups.find((g) => below(g.box)) ?? this.groups.at(-1);
    if (!group) return undefined;
    this.attach(group);
    return group.views.find((v) => below(v.section)) ?? group.views.at(-1);
  }

  view(view: FileView, viewed: boolean, only = {}): Promise<void> {
    this.mark(view, viewed);
    return this.store(view, { viewed, ...only }, () => {
      if (state.viewed.has(view.file.hash) === viewed) this.mark(view, !viewed);
    });
  }

  /** Marks hunks as viewed, or not. With the last one that had to be read, the file is viewed, too. */
  viewHunks(view: FileView, hunks: number[], viewed: boolean): void {
    const mark = (now: boolean) => {
      const all = markHunks(view.file, hunks, now);
      view.folding.refold(hunks);
      tell("viewed", view.file);
      return all;
    };
    const done = mark(viewed);
    void this.store(view, { viewed, hunks }, () => mark(!viewed));
    if (done) void this.view(view, true, { hunks: [] });
  }

  /** Stores a mark after those before it. One that is not stored would be gone after a reload, so it is undone. */
  private store(view: FileView, mark: object, undo: () => unknown): Promise<void> {
    const { hash } = view.file;
    const put = async () => {
      try {
        await ask("PUT", "/api/viewed", { hash, ...mark });
      } catch (error) {
        undo();
        failed("Could not save the viewed status", error);
      }
    };
    return (this.stored = this.stored.then(put));
  }

  private mark(view: FileView, viewed: boolean): void {
    const { hash } = view.file;
    if (viewed) state.viewed.add(hash);
    else {
      state.viewed.delete(hash);
      state.left.delete(view.file.id);
    }
    const top = view.section.getBoundingClientRect().top;
    view.setOpen(!viewed);
    // Closing a file with a sticky head must not move the reader elsewhere.
    if (viewed && top < topHeight()) this.scrollTo(view.section);
    tell("viewed", view.file);
  }

  /** Goes to an element, and holds it there, by default at the top. */
  scrollTo(element: Element, top = () => topHeight() + 8): () => boolean {
    return hold(whereOf(this, element), top);
  }

  /** Keeps the line or thread under the pointer, or the first one, in place while the page is changed. */
  stay(): void {
    const { left, width } = this.element.getBoundingClientRect();
    const from = this.element.matches(":hover") ? this.pointer : topHeight() + 60;
    const at = [0, 20, -20, 40, -40].map((by) => document.elementFromPoint(left + width / 2, from + by));
    const near = at.map((e) => e?.closest("tr[data-r]:not(.gap), article.thread")).find((e) => e);
    const it = near ?? at[0]?.closest("section.file") ?? this.current()?.section;
    if (it) stay(whereOf(this, it));
  }

  /** Loads what another diff changes near the screen, so that no file is empty when that is shown. */
  async ahead({ files, snapshot }: Boot): Promise<void> {
    const near = (files ?? []).filter(({ path, hash }) => {
      const view = this.byPath.get(path);
      return view?.near && view.loaded && view.file.hash !== hash;
    });
    await Promise.allSettled(near.map((f) => fetchDiff(f, false, snapshot)));
  }

  /**
   * Goes to a line: loads, draws and marks it. False when the diff has no such line; undefined when it could not be
   * read; null when the reader went elsewhere meanwhile.
   */
  async goTo(path: string, side: Side, line: number): Promise<boolean | undefined | null> {
    const view = this.at(path);
    if (!view) return false;
    if (!view.open) view.setOpen(true);
    const here = this.scrollTo(view.section);
    if (line <= 0) return true;
    try {
      await view.show();
      const row = await view.uncover(side, line);
      const box = row < 0 ? undefined : view.boxAt(side, line);
      if (!here()) return null;
      if (!box) return false;
      this.scrollTo(box, belowHead);
      return true;
    } catch (error) {
      failed("Could not open the file", words(error) ? error : new Error("unknown"));
      return undefined;
    }
  }

  /** Scrolls to an element unless it is on the screen, and holds it there. */
  reveal(element: Element): void {
    this.bring(element);
    const { top, bottom } = element.getBoundingClientRect();
    const on = top > topHeight() + 60 && bottom < window.innerHeight - 40;
    this.scrollTo(element, on ? () => top : belowHead);
  }

  /** Folds what is known to be mechanical by now, and unfolds the rest. */
  refold(): void {
    this.stay();
    for (const view of this.made()) view.folding.refold();
    keepHeld();
  }

  /** Draws everything anew, for another view or another rule for white space. */
  redraw(reload: boolean): void {
    this.stay();
    this.measure();
    for (const view of this.made()) {
      if (reload) view.reload();
      else view.rebuild();
    }
    for (const view of this.made()) if (view.section.isConnected) view.drawVisible();
    keepHeld();
  }
}
