/** The head of a file, and notes on the file that are not about lines. */
import { add, button, copyButton, h, icon, iconButton, plural } from "../shared/dom";
import { oldPathOf, state } from "./state";
import { bytes, shown, shownName } from "./text";
import type { ChangedFile, FileDiff } from "./types";

export interface HeadActions {
  toggle: () => void;
  comment: () => void;
  view: (viewed: boolean) => void;
  /** Shows a Markdown file rendered, or its source. */
  read: () => void;
}

const statusWords: Record<ChangedFile["status"], string> = {
  A: "Added",
  M: "Modified",
  D: "Deleted",
  R: "Renamed",
  T: "Type changed",
};

export function statusWord(f: ChangedFile): string {
  return f.untracked ? "New, untracked" : statusWords[f.status];
}

export function statusBadge(f: ChangedFile): HTMLElement {
  const letter = f.untracked ? "U" : f.status;
  return h("span", { class: `status status-${f.untracked ? "A" : f.status}`, title: statusWord(f) }, letter);
}

export class FileHead {
  readonly element = h("header", { class: "file-head" });
  private readonly chevron: HTMLButtonElement;
  private readonly viewedBox = h("input", { type: "checkbox" });
  private readonly count = h("span", { class: "thread-count" });
  private readonly news = h("span", { class: "news", hidden: true });
  private since = false; // something is new since the file was viewed
  private readButton: HTMLButtonElement | undefined;

  constructor(
    readonly file: ChangedFile,
    private readonly actions: HeadActions,
  ) {
    this.chevron = iconButton("chevron", "", actions.toggle, { class: "icon-button chevron" }); // setOpen names it
    add(this.element, this.chevron, pathTitle(file));
  }

  /** Adds the rest when the reviewer is near: hundreds of files have thousands of buttons. */
  fill(): void {
    if (this.viewedBox.parentElement) return;
    const { file, actions } = this;
    this.viewedBox.addEventListener("change", () => actions.view(this.viewedBox.checked));
    this.chevron.after(statusBadge(file));
    add(
      this.element,
      copyButton("", () => file.path, {
        class: "icon-button copy-path",
        "aria-label": `Copy the path ${shown(file.path)}`,
      }),
      stat(file),
      this.news,
      h("span", { class: "grow" }),
      this.count,
      isMarkdown(file) ? this.makeRead() : null,
      button([icon("comment"), h("span", { class: "wide" }, "Comment on file")], actions.comment, {
        class: "small file-comment",
        title: "Comment on the whole file (f)",
      }),
      h("label", { class: "viewed", title: "Mark as viewed (x)" }, this.viewedBox, "Viewed"),
    );
  }

  private makeRead(): HTMLElement {
    this.readButton = button([icon("file"), h("span", { class: "wide" }, "Rendered")], this.actions.read, {
      class: "small read",
      title: "Toggle rendered Markdown (m)",
    });
    this.setRead(state.rendered.has(this.file.path));
    return this.readButton;
  }

  /** Shows whether something in the file is new since it was viewed, or was not on the screen yet. */
  setNews(any: boolean): void {
    this.since = any;
    this.news.textContent = any ? "Changed since last view" : "Changed";
    this.news.hidden = !any && !state.isUnseen(this.file);
  }

  setRead(on: boolean): void {
    this.readButton?.setAttribute("aria-pressed", String(on));
    this.readButton?.setAttribute("aria-label", `Rendered: ${shown(this.file.path)}`);
  }

  setOpen(open: boolean): void {
    this.chevron.setAttribute("aria-expanded", String(open));
    this.chevron.setAttribute("aria-label", `${open ? "Collapse" : "Expand"} ${shown(this.file.path)}`);
  }

  update(threads: number, open: number): void {
    this.viewedBox.checked = state.viewed.has(this.file.hash);
    this.setNews(this.since);
    this.count.title = `${open} open`;
    this.count.textContent = threads > 0 ? plural(threads, "thread") : "";
  }
}

/** Whether the file can be shown rendered. */
export function isMarkdown(f: ChangedFile): boolean {
  const plain = f.newMode !== "120000" && f.oldMode !== "120000" && !f.binary && !f.submodule && !f.unread;
  return plain && f.additions + f.deletions > 0 && /\.(?:md|markdown|mdown|mkdn?)$/i.test(f.path);
}

function pathTitle(f: ChangedFile): HTMLElement {
  const old = shownName(oldPathOf(f));
  const path = shownName(f.path);
  const name = h("h2", { class: "path", title: path });
  if (old !== path) add(name, h("span", { class: "old-path" }, old), h("span", { class: "arrow" }, " → "));
  const cut = path.lastIndexOf("/") + 1;
  add(name, h("span", { class: "folder" }, path.slice(0, cut)), h("span", { class: "name" }, path.slice(cut)));
  return name;
}

function stat(f: ChangedFile): HTMLElement {
  const sum = f.additions + f.deletions;
  const unread = `not compared${sizeOf(f) > 0 ? ` (${megabytes(f)})` : ""}`;
  if (f.unread) return h("span", { class: "stat" }, unread);
  const words = f.binary ? "binary" : `${plural(f.additions, "line")} added, ${f.deletions} removed`;
  const element = h("span", { class: "stat", title: words, role: "img", "aria-label": words });
  if (f.binary || sum === 0) return element;
  add(element, h("span", { class: "plus" }, `+${f.additions}`), " ", h("span", { class: "minus" }, `−${f.deletions}`));
  return element;
}

const limit = 8 << 20; // bytes of a file that is compared

const sizeOf = (f: ChangedFile): number => Math.max(f.oldSize ?? 0, f.newSize ?? 0);
const megabytes = (f: ChangedFile): string => `${(sizeOf(f) / 1e6).toFixed(1)} MB`;

/** How many files of the diff were not compared, in words; "" if all were. */
export function notCompared(): string {
  const n = state.files.filter((f) => f.unread).length;
  return n > 0 ? `${plural(n, "file")} not compared` : "";
}

/** Changes of the file that no line shows, each a sentence. */
export function notesOf(f: ChangedFile): string[] {
  const notes: string[] = [];
  if (f.unread) {
    const why = sizeOf(f) > limit ? `the file is ${megabytes(f)}, and the limit is 8 MiB` : f.unread;
    notes.push(`Not compared: ${why}. You can comment on the file. To see the change: git diff -- ${shown(f.path)}`);
  }
  if (f.submodule) {
    notes.push(`Submodule ${short(f.submodule.from)} → ${short(f.submodule.to)}.`);
  } else if (f.oldMode && f.newMode && f.oldMode !== f.newMode && f.status !== "A" && f.status !== "D") {
    notes.push(`Mode ${modeWords(f.oldMode)} → ${modeWords(f.newMode)}.`);
  } else if (f.newMode === "120000" || f.oldMode === "120000") {
    notes.push("Symbolic link. Its content is the path of the target.");
  }
  if (f.binary && !f.submodule) {
    const sizes = [f.status !== "A" && bytes(f.oldSize), f.status !== "D" && bytes(f.newSize)].filter(Boolean);
    notes.push(`Binary file not shown (${sizes.join(" → ")}). You can comment on the file.`);
  } else if (f.additions + f.deletions === 0 && !f.submodule && !f.unread) {
    if (f.status === "R") notes.push("File renamed without changes.");
    else if (f.status === "A" || f.status === "D") notes.push("The file is empty.");
    else if (notes.length === 0) notes.push("No lines changed.");
  }
  return notes;
}

/** Notes on the lines as a whole. */
export function diffNotes(diff: FileDiff): string[] {
  const { old, new: now } = diff.crlf ?? {};
  return old && now && old !== now ? [`Line endings: ${old} → ${now}.`] : [];
}

function short(id: string): string {
  return /^0*$/.test(id) ? "none" : id.slice(0, 10);
}

function modeWords(mode: string): string {
  const words: Record<string, string> = {
    "100644": "plain",
    "100755": "executable",
    "120000": "link",
    "160000": "submodule",
  };
  return words[mode] === undefined ? mode : `${mode} (${words[mode]})`;
}

const kinds: Record<string, string> = {
  generated: "Generated files",
  lock: "Lock files",
  minified: "Files with very long lines",
  large: "Large diffs",
};

/** Why a file is folded at first. */
export function collapsedWords(f: ChangedFile): string {
  const kind = kinds[f.collapsed] ?? "Some files";
  const why = f.collapsed === "large" ? "" : f.why; // the number of changed lines follows
  return `${kind} are collapsed${why ? `: ${shown(why)}` : ""}.`;
}
