/** One file of the diff: its head, its rows in chunks, and their attachments. */
import { arrange, button, fill, h, plural } from "../shared/dom";
import { words } from "../shared/api";
import { Chunk, type Attachment } from "./chunk";
import { encodingNote, guess, linesAs, readAs, wideOf } from "./encoding";
import { guessLines, isBare } from "./guess";
import { collapsedWords, diffNotes, FileHead, isMarkdown, notesOf } from "./filehead";
import { Folding } from "./folding";
import { fetchDiff, fetchLines, fetchRendered } from "./load";
import { SinceViewed } from "./since";
import { isPicture, pictures } from "./picture";
import { ready } from "./markdown";
import { merged, type RenderedBlock } from "./merge";
import { watch } from "./onscreen";
import { Rendered } from "./rendered";
import { chunks, Hunks, numberAt, sideOf, type Block, type Row } from "./rows";
import { failed, toast } from "./say";
import { state } from "./state";
import { shown, shownName } from "./text";
import type { ChangedFile, FileDiff, Side } from "./types";

/** The functions of the page that a file needs. */
export interface Around {
  watch: (box: Element) => void;
  unwatch: (box: Element) => void;
  columns: () => number;
  commentOnFile: (view: FileView) => void;
  comment: (view: FileView, side: Side, start: number, end: number) => void;
  view: (view: FileView, viewed: boolean) => void;
  /** The rows of the file were made or have changed. */
  ready: (view: FileView) => void;
  /** Some of them are on the page now. */
  drawn: (view: FileView) => void;
}

export class FileView {
  readonly section: HTMLElement;
  readonly head: FileHead;
  readonly top = h("div", { class: "file-top" });
  private readonly body = h("div", { class: "file-body" });
  private readonly lines = h("div", { class: "file-lines" });
  private hunks: Hunks | undefined;
  diff: FileDiff | undefined; // as it was sent
  private loading: Promise<void> | undefined;
  rows: Row[] = [];
  chunks: Chunk[] = [];
  readonly attachments = new Map<string, Attachment>();
  /** Threads and drafts whose hidden lines were requested, and whether the request has ended. */
  readonly uncovered = new Map<string, boolean>();
  private index: Map<string, number> | undefined;
  private readonly since: SinceViewed;
  private marked = false; // some lines are new since it was viewed
  open: boolean;
  private readAs = ""; // the encoding of lines that are not UTF-8
  private broken = false; // its lines could not be loaded
  asked = false; // the reviewer asked for a file that is folded at first
  readonly folding = new Folding(this);

  constructor(
    readonly file: ChangedFile,
    private readonly around: Around,
    /** The view of the file as it was before. */
    before?: FileView,
  ) {
    this.open = !state.viewed.has(file.hash);
    this.asked = before?.asked ?? false;
    this.since = new SinceViewed(file);
    this.head = new FileHead(file, {
      toggle: () => this.setOpen(!this.open),
      comment: () => this.commentOnFile(),
      view: (viewed) => around.view(this, viewed),
      read: () => void this.read(!this.reading),
    });
    this.body.append(this.top, this.lines);
    this.section = h("section", { class: "file", id: `file-${file.id}`, "aria-label": shownName(file.path) });
    this.section.append(this.head.element, this.body);
    this.lines.style.minHeight = `${guessLines(file)}px`;
    this.setOpen(this.open);
    this.notes();
    watch(this.section, state.isUnseen(file));
    if (before?.near) this.setNear(true);
  }

  get loaded(): boolean {
    return this.hunks !== undefined;
  }

  get blocks(): Block[] {
    return this.hunks?.blocks ?? [];
  }

  private get hidden(): boolean {
    return !!this.file.collapsed && !this.asked;
  }

  commentOnFile(): void {
    this.around.commentOnFile(this);
  }

  get bare(): boolean {
    return isBare(this.file);
  }

  /** Whether there are no lines, and none are on their way. */
  get lineless(): boolean {
    return this.bare || this.broken || (this.loaded && this.rows.length === 0);
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.section.classList.toggle("closed", !open);
    this.head.setOpen(open);
    this.body.hidden = !open;
    if (open && this.near) void this.load().catch(() => undefined);
  }

  /** Sets whether the file is near the screen. */
  setNear(near: boolean): void {
    this.near = near;
    this.section.classList.toggle("near", near);
    if (!near) return;
    this.head.fill();
    this.picture();
    if (state.rendered.has(this.file.path) && !this.reading) void this.read(true);
    if (this.open) void this.load().catch(() => undefined);
  }

  /** Shows a picture once the file is near the screen, above its lines if it has any. */
  private picture(): void {
    if (isPicture(this.file) && !this.body.querySelector(".pictures")) this.lines.before(pictures(this.file));
  }

  /** Whether the file is shown rendered. */
  get reading(): boolean {
    return this.rendered !== undefined;
  }

  /** Shows a Markdown file rendered, or its source. */
  async read(on: boolean): Promise<void> {
    if (!isMarkdown(this.file) || on === this.reading) return;
    if (on) state.rendered.add(this.file.path);
    else state.rendered.delete(this.file.path);
    try {
      const [file] = on ? await Promise.all([fetchRendered(this.file), this.show(), ready()]) : [];
      const blocks = file && merged(file);
      if (file && !blocks) toast(`${shown(this.file.path)} is too long to render.`);
      if (state.rendered.has(this.file.path) !== on || on === this.reading) return;
      this.setRendered(blocks);
    } catch (error) {
      state.rendered.delete(this.file.path);
      failed("Could not render the file", error);
    }
  }

  private setRendered(blocks: RenderedBlock[] | undefined): void {
    this.rendered?.element.remove();
    this.rendered = undefined;
    if (blocks) {
      this.rendered = new Rendered(blocks, (...lines) => {
        if (this.diff?.guessed) this.commentOnFile();
        else this.around.comment(this, ...lines);
      });
      this.lines.after(this.rendered.element);
    } else {
      state.rendered.delete(this.file.path);
    }
    for (const a of this.attachments.values()) delete a.tr;
    this.lines.hidden = this.reading;
    this.head.setRead(this.reading);
    this.sync();
    if (!this.reading) this.drawVisible();
  }

  private rendered: Rendered | undefined;
  near = false;

  private notes(): void {
    const parts: HTMLElement[] = notesOf(this.file).map((text) => h("p", { class: "file-note" }, text));
    if (this.hidden) {
      const n = this.file.additions + this.file.deletions;
      const why = `${collapsedWords(this.file)} ${plural(n, "changed line")}. `;
      parts.push(
        h(
          "p",
          { class: "file-note load" },
          why,
          button("Load diff", () => this.show()),
        ),
      );
    }
    if (this.bare || this.hidden) fill(this.lines, ...parts);
    else if (parts.length > 0) this.lines.before(...parts);
  }

  /** Shows a file that is folded at first. */
  async show(): Promise<void> {
    if (this.hidden) {
      this.asked = true;
      fill(this.lines);
    }
    if (!this.open) this.setOpen(true);
    await this.load();
  }

  /** Fetches the hunks, once, and shows them. */
  load(): Promise<void> {
    if (this.bare || this.hidden || this.hunks) return Promise.resolve();
    this.loading ??= this.fetch().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async fetch(): Promise<void> {
    try {
      this.use(await fetchDiff(this.file));
    } catch (error) {
      const again = button("Try again", () => this.load().catch(() => undefined));
      this.broken = true;
      this.setRows([]);
      fill(this.lines, h("p", { class: "file-note bad" }, `Could not show this file: ${words(error)}. `, again));
      throw error;
    }
  }

  /** Shows these hunks: those on the screen, or the first `room` pixels. Returns the drawn height. */
  use(diff: FileDiff, room?: number): number {
    this.broken = false;
    this.diff = diff;
    if (diff.encoding && this.readAs === "") this.readAs = guess(diff);
    this.uncovered.clear();
    this.hunks = new Hunks(readAs(diff, this.readAs), this.file.status === "A" || this.file.status === "D");
    this.folding.fold();
    this.rebuild();
    let drawn = 0;
    if (room === undefined) this.drawVisible();
    else drawn = this.drawFirst(room);
    if (this.rows.length === 0) {
      fill(this.lines, h("p", { class: "file-note" }, "Only whitespace changed."));
    }
    for (const old of this.body.querySelectorAll(".diff-note")) old.remove();
    const notes: HTMLElement[] = diffNotes(diff).map((text) => h("p", { class: "file-note diff-note" }, text));
    if (diff.encoding) {
      const again = (label: string) => {
        this.readAs = label;
        this.use(diff);
        this.body.querySelector<HTMLElement>(".encoding select")?.focus();
      };
      notes.push(encodingNote(this.file.path, diff, this.readAs, again));
    }
    if (diff.truncated) {
      const all = button("Load full lines", () => this.full());
      notes.push(h("p", { class: "file-note diff-note" }, "Very long lines are truncated. ", all));
    }
    this.lines.before(...notes);
    this.markSince();
    return drawn;
  }

  /** Marks the changes since the reviewer viewed the file. */
  markSince(): void {
    if (!this.loaded) return;
    const any = this.since.read();
    this.head.setNews(any);
    if (!any && !this.marked) return;
    this.marked = any;
    this.body.prepend(this.since.note);
    for (const chunk of this.chunks) if (chunk.table) this.since.mark(chunk.table, this.rows);
  }

  /** Loads the file without shortening it. */
  private async full(): Promise<void> {
    try {
      this.use(await fetchDiff(this.file, true));
    } catch (error) {
      failed("Could not load the full lines", error);
    }
  }

  /** Drops the hunks and loads them again, under another rule. */
  reload(): void {
    if (!this.hunks) return;
    this.hunks = undefined;
    this.lines.style.minHeight = `${this.lines.offsetHeight}px`;
    void this.load().catch(() => undefined);
  }

  /** Cuts the rows into chunks again: after more lines were shown, or for another view or width. */
  rebuild(): void {
    if (this.hunks) this.setRows(this.hunks.rows(state.prefs.view));
  }

  private setRows(rows: Row[]): void {
    for (const c of this.chunks) this.around.unwatch(c.box);
    for (const a of this.attachments.values()) delete a.tr;
    this.rows = rows;
    this.index = undefined;
    this.lines.style.minHeight = "";
    const columns = this.around.columns();
    this.chunks = chunks(this.rows).map((span) => new Chunk(this.rows, span, this.file.path, columns));
    fill(this.lines, ...this.chunks.map((c) => c.box));
    this.around.ready(this);
    for (const c of this.chunks) this.around.watch(c.box);
  }

  /** Draws the first rows of a file that is not on the page yet, without measuring its position. */
  private drawFirst(room: number): number {
    let drawn = 0;
    for (const chunk of this.chunks) {
      if (drawn >= room) break;
      this.drawChunk(chunk);
      drawn += chunk.guess;
    }
    return drawn;
  }

  /** Draws what is on the screen without waiting for the observer, which would leave it blank for a moment. */
  drawVisible(): void {
    const on = (e: Element) => {
      const { top, bottom } = e.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    if (!on(this.section)) return;
    for (const chunk of this.chunks.filter((c) => on(c.box))) this.drawChunk(chunk);
  }

  /** Whether a form is open in the file. */
  get writing(): boolean {
    return this.section.querySelector(".editor") !== null;
  }

  /** Whether some text of the file could be on the page but is not. */
  rest(): boolean {
    if (!this.open || this.bare || this.hidden || this.broken) return false;
    return !this.loaded || this.chunks.some((c) => !c.table);
  }

  /** Puts text that is far from the screen on the page. */
  drawNext(): void {
    const chunk = this.chunks.find((c) => !c.table);
    if (!chunk) return;
    chunk.drawFar(state.prefs.view);
    this.attachTo(chunk);
  }

  drawChunk(chunk: Chunk): void {
    chunk.draw(state.prefs.view);
    this.attachTo(chunk);
  }

  private attachTo(chunk: Chunk): void {
    if (this.marked && chunk.table) this.since.mark(chunk.table, this.rows);
    if (!this.reading) chunk.attach([...this.attachments.values()], state.prefs.view); // otherwise they are at the blocks
    if (this.attachments.size > 0) this.around.drawn(this);
  }

  /** Puts attachments in their places. Chunks that have one are drawn, so that it can be found. */
  sync(): void {
    const all = [...this.attachments.values()];
    if (this.rendered) this.rendered.attach(all, this.rows);
    for (const chunk of this.rendered ? [] : this.chunks) {
      if (!chunk.table && all.some((a) => chunk.holds(a.row) && a.tr)) this.drawChunk(chunk);
      else chunk.attach(all, state.prefs.view);
    }
    const above = all.filter((a) => a.row < 0).map((a) => a.element);
    arrange(this.top, above);
  }

  /** The row of a line on a side. */
  find(side: Side, line: number): number {
    if (!this.index) {
      this.index = new Map();
      this.rows.forEach((row, i) => {
        for (const s of ["old", "new"] as const) {
          const n = numberAt(row, s);
          if (n !== undefined) this.index?.set(`${s}${n}`, i);
        }
      });
    }
    return this.index.get(`${side}${line}`) ?? -1;
  }

  chunkOf(row: number): Chunk | undefined {
    return this.chunks.find((c) => c.holds(row));
  }

  /** The element of a row. Its chunk is drawn if necessary. */
  element(row: number): HTMLTableRowElement | undefined {
    if (this.reading) this.setRendered(undefined); // rows are rows of the source
    const chunk = this.chunkOf(row);
    if (!chunk) return undefined;
    this.drawChunk(chunk);
    return chunk.row(row);
  }

  /** The element that shows a line: its row, or its rendered block. */
  boxAt(side: Side, line: number): HTMLElement | undefined {
    return this.rendered?.boxAt(side, line) ?? this.element(this.find(side, line));
  }

  /** Shows the hidden lines among these. */
  async uncoverAll(side: Side, start: number, end: number): Promise<void> {
    for (let n = start; n <= end; n++) {
      if (this.find(side, n) < 0 && (await this.uncover(side, n)) < 0) return;
    }
  }

  /** Shows a line that is in a gap, with a few lines around it. */
  async uncover(side: Side, line: number): Promise<number> {
    await this.load();
    const folded = this.hunks?.folded(side, line);
    if (folded) this.folding.unfold([folded]);
    const at = this.find(side, line);
    if (at >= 0 || !this.hunks) return at;
    const hidden = this.hunks.withContext(side, line);
    if (!hidden) return -1;
    await this.reveal(...hidden);
    return this.find(side, line);
  }

  /** Shows hidden lines of the new file. */
  async reveal(from: number, to: number): Promise<void> {
    const got = await fetchLines(this.file, "new", from, to);
    if (!this.hunks) return;
    this.hunks.total = got.total;
    this.hunks.reveal(linesAs(got.lines, this.readAs, wideOf(this.diff)));
    this.rebuild();
    this.drawVisible();
  }

  sideOf(row: number): Side {
    return sideOf(this.rows[row]);
  }
}
