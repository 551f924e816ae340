/** The tree of files, with their changes, comments and Viewed marks. Only rows near the screen are on the page. */
import { segmented, type Choice } from "../shared/bar";
import { arrange, choiceOf, h, icon, idle, plural } from "../shared/dom";
import { isOpen } from "../shared/threadWords";
import { statusBadge, statusWord } from "./filehead";
import { flatRows, narrowed, rowsOf, type TreeRow } from "./folders";
import { on, state, type Order } from "./state";
import { shownName } from "./text";
import type { ChangedFile } from "./types";

const shows = [
  ["all", "All"],
  ["unviewed", "Unviewed"],
  ["threads", "With threads"],
] as const;

type Show = (typeof shows)[number][0];

const height = 28; // px of a row; the style sheet has the same
const around = 10; // rows above and below the screen

export class Tree {
  readonly element = h("nav", { class: "tree", "aria-label": "Files" });
  private readonly filter = h("input", {
    type: "search",
    placeholder: "Filter files (t)",
    "aria-label": "Filter files",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly inside = h("div", { class: "tree-rows", role: "none" });
  private readonly list = h("div", { class: "tree-list", role: "tree", "aria-label": "Changed files" }, this.inside);
  private readonly none = h("p", { class: "muted none", hidden: true }, "No files match.");
  private rows: TreeRow[] = [];
  /** The rows are not made yet. */
  private due = false;
  /** Those that match the filter. */
  private fitting: TreeRow[] = [];
  private drawn = new Map<TreeRow, HTMLElement>();
  /** The row that the Tab key reaches. */
  private active: TreeRow | undefined;
  private current: TreeRow | undefined;
  private asking = new Set<string>(); // files with a question to the reader
  private counts = new Map<string, number>(); // of comments, by file id
  private show: Show = "all";
  private readonly shows: Choice<Show> = segmented<Show>("Files to show", shows, (show) => {
    this.show = show;
    this.shows.show(show);
    this.narrow();
  });

  constructor(private readonly go: (file: ChangedFile) => void) {
    this.element.append(
      h("div", { class: "tree-head" }, this.filter, this.shows.element, this.order()),
      this.none,
      this.list,
    );
    this.shows.show(this.show);
    this.filter.addEventListener("input", () => this.narrow());
    this.filter.addEventListener("keydown", (e) => this.filterKey(e));
    this.list.addEventListener("keydown", (e) => this.key(e));
    this.list.addEventListener("scroll", () => this.draw(), { passive: true });
    this.list.addEventListener("click", (e) => {
      const row = this.rowAt(e.target as Element);
      if (row) this.press(row);
    });
    new ResizeObserver(() => this.draw()).observe(this.list);
    on("threads", () => this.update());
    on("drafts", () => this.update());
    on("viewed", () => this.update());
  }

  /** The choice of the order of the files. */
  private order(): HTMLElement {
    const orders: [Order, string][] = [
      ["path", "By path"],
      ["read", "Most to read first"],
      ["size", "Largest first"],
      ["threads", "With threads first"],
    ];
    return choiceOf("Sort files", orders, state.prefs.order, (order) => state.setPref("order", order));
  }

  private filterKey(e: KeyboardEvent): void {
    if (e.key === "Escape") {
      this.filter.value = "";
      this.narrow();
      this.filter.blur();
      state.uncover();
    }
    if (e.key !== "Enter" && e.key !== "ArrowDown") return;
    e.preventDefault(); // otherwise Enter would press the button that gets the focus
    this.build();
    const first = this.fitting.find((r) => r.file)?.file;
    if (e.key === "ArrowDown") this.focus(this.fitting[0]);
    else if (first) this.go(first);
  }

  focusFilter(): void {
    this.filter.focus();
    this.filter.select();
  }

  start(): void {
    this.due = true;
    idle(() => this.build());
  }

  /** Makes the rows of a new list of files: when the browser has time, or as soon as a key needs them. */
  private build(): void {
    if (!this.due) return;
    this.due = false;
    const rows = state.prefs.order === "path" ? rowsOf(state.files) : flatRows(state.files);
    const stays = (row: TreeRow, i: number) => keyOf(row) === keyOf(this.rows[i]);
    if (rows.length === this.rows.length && rows.every(stays)) {
      this.rows.forEach((row, i) => Object.assign(row, { file: rows[i]?.file })); // their elements stay, too
    } else {
      this.rows = rows;
      this.active = this.current = undefined;
    }
    this.update();
    this.narrow();
  }

  /** Updates the comments and viewed marks of each file. */
  private update(): void {
    this.counts = new Map();
    this.asking = new Set();
    const put = (id: string | undefined) => {
      if (id !== undefined) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    };
    for (const t of state.threads.values()) {
      const place = state.placeOf(t);
      const id = place && isOpen(t) ? state.fileAt(place)?.id : undefined;
      put(id);
      if (id !== undefined && t.question) this.asking.add(id);
    }
    for (const d of state.drafts.values()) {
      if (d.file !== undefined) put(state.fileAt({ file: d.file, side: d.side ?? "new" })?.id);
    }
    if (this.show === "all") for (const [row, element] of this.drawn) this.mend(row, element);
    else this.narrow();
  }

  private narrow(): void {
    const words = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this.fitting = narrowed(this.rows, (file) => {
      if (this.show === "unviewed" && state.viewed.has(file.hash)) return false;
      if (this.show === "threads" && !this.counts.get(file.id)) return false;
      const path = words.length > 0 ? file.path.toLowerCase() : "";
      return words.every((w) => path.includes(w));
    });
    this.inside.style.height = `${this.fitting.length * height}px`;
    this.none.hidden = this.fitting.length > 0 || this.rows.length === 0;
    this.draw();
  }

  /** Puts the rows on the screen on the page, and the one that the Tab key reaches. */
  private draw(): void {
    const known = this.fitting.findIndex((row) => row === this.active);
    const active = Math.max(known, 0);
    this.active = this.fitting[active];
    const from = Math.max(0, Math.floor(this.list.scrollTop / height) - around);
    const to = Math.ceil((this.list.scrollTop + this.list.clientHeight) / height) + around;
    const before = this.drawn;
    this.drawn = new Map();
    const put = (i: number) => {
      const row = this.fitting[i];
      if (!row) return;
      const element = before.get(row) ?? (row.file ? leaf(row, row.file) : folder(row));
      element.style.top = `${i * height}px`;
      this.mend(row, element);
      this.drawn.set(row, element);
    };
    if (active < from) put(active);
    for (let i = from; i < to; i++) put(i);
    if (active >= to) put(active);
    arrange(this.inside, [...this.drawn.values()]);
  }

  /** Updates the element of a row. */
  private mend(row: TreeRow, element: HTMLElement): void {
    element.tabIndex = row === this.active ? 0 : -1;
    element.setAttribute("aria-posinset", String(row.at));
    element.setAttribute("aria-setsize", String(row.of));
    element.ariaCurrent = row === this.current ? "true" : null;
    const { file } = row;
    if (!file) {
      element.setAttribute("aria-expanded", String(!row.closed));
      return;
    }
    const n = this.counts.get(file.id) ?? 0;
    const viewed = state.viewed.has(file.hash);
    element.classList.toggle("viewed", viewed);
    const unseen = state.isUnseen(file);
    element.classList.toggle("unseen", unseen);
    setText(element.querySelector(".count"), n > 0 ? String(n) : "");
    const asks = this.asking.has(file.id);
    element.classList.toggle("asks", asks);
    const said = `, ${statusWord(file)}${n ? `, ${plural(n, "comment")}` : ""}${asks ? ", a question for you" : ""}${unseen ? ", changed" : viewed ? ", viewed" : ""}`;
    setText(element.querySelector(".sr"), said);
  }

  /** Marks the current file. */
  mark(file: ChangedFile | undefined): void {
    const row = file && this.rows.find((r) => r.file?.id === file.id);
    if (row === this.current) return;
    this.current = row;
    if (row && !this.list.matches(":hover")) this.reveal(row);
    this.draw();
  }

  /** Scrolls the list as little as possible to show a row. */
  private reveal(row: TreeRow): void {
    const at = this.fitting.indexOf(row) * height;
    if (at < 0) return;
    const { scrollTop, clientHeight } = this.list;
    if (at < scrollTop) this.list.scrollTop = at;
    else if (at + height > scrollTop + clientHeight) this.list.scrollTop = at + height - clientHeight;
  }

  private focus(row: TreeRow | undefined): void {
    if (!row) return;
    this.active = row;
    this.reveal(row);
    this.draw();
    this.drawn.get(row)?.focus({ preventScroll: true });
  }

  private press(row: TreeRow): void {
    if (row.file) this.go(row.file);
    else this.toggle(row, row.closed);
  }

  private toggle(row: TreeRow, open: boolean): void {
    row.closed = !open;
    this.narrow();
  }

  private rowAt(target: Element): TreeRow | undefined {
    const element = target.closest('[role="treeitem"]');
    return [...this.drawn].find(([, drawn]) => drawn === element)?.[0];
  }

  private key(event: KeyboardEvent): void {
    const row = this.rowAt(event.target as Element);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.fitting.indexOf(row);
    const folder = row.file === undefined;
    if (event.key === "ArrowDown") this.focus(this.fitting[at + 1]);
    else if (event.key === "ArrowUp") this.focus(this.fitting[at - 1]);
    else if (event.key === "Home") this.focus(this.fitting[0]);
    else if (event.key === "End") this.focus(this.fitting.at(-1));
    else if (event.key === "ArrowRight" && folder) this.toggle(row, true);
    else if (event.key === "ArrowLeft") {
      if (folder && !row.closed) this.toggle(row, false);
      else this.focus(row.parent);
    } else if (event.key === "Enter" || event.key === " ") this.press(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The same for rows that look the same. */
const keyOf = (row: TreeRow | undefined): string =>
  `${row?.name ?? ""} ${row?.file?.path ?? ""} ${row?.file?.status ?? ""}`;

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Each item states its level, so that the rows of a folder need not be inside its item and become part of its name. */
function item(row: TreeRow, title: string, name: string): HTMLElement {
  const element = h("div", { role: "treeitem", class: name, "aria-level": row.level, title });
  element.style.setProperty("--level", String(row.level - 1));
  return element;
}

function folder(row: TreeRow): HTMLElement {
  const name = shownName(row.name);
  const element = item(row, name, "row");
  element.append(icon("chevron"), icon("folder"), h("span", { class: "name cut" }, name));
  return element;
}

function leaf(row: TreeRow, file: ChangedFile): HTMLElement {
  const element = item(row, `${shownName(file.path)}: ${statusWord(file)}`, "leaf row");
  const badge = statusBadge(file);
  badge.setAttribute("aria-hidden", "true");
  const name = h("span", { class: "name cut" }, shownName(row.name));
  if (row.folder) name.append(h("span", { class: "in muted" }, ` ${shownName(row.folder)}`));
  element.append(badge, name, h("span", { class: "sr" }), h("span", { class: "count", "aria-hidden": "true" }));
  return element;
}
