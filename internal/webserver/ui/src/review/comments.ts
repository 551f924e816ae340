/** Puts threads, pending comments and forms in their places in the diff. */
import { h } from "../shared/dom";
import { isOpen } from "../shared/threadWords";
import { Card } from "./card";
import { dropDraft, formOf, isElsewhere, isKept, isSaved, keptKey, newKey, openKey, saveDraft } from "./drafts";
import { Editor, type Action } from "./editor";
import type { Files } from "./files";
import type { FileView } from "./fileview";
import { keepPlace, refocus } from "./focus";
import { labelOf, Pending, titleOf } from "./pending";
import { numberAt } from "./rows";
import { failed, toast, worked } from "./say";
import { queryOf } from "./scopes";
import { oldPathOf, on, state } from "./state";
import { shown } from "./text";
import { readThreads } from "./threads";
import type { AddOutput, Draft, Place, Side, Thread } from "./types";
import { verb } from "./verbs";

interface Form {
  editor: Editor;
  element: HTMLElement;
  title: HTMLElement;
  draft: Draft;
}

/** A thread, a pending comment or a form, with its place in the diff. */
interface Item {
  id: string;
  place: Place;
  element: () => HTMLElement | undefined;
  thread?: Thread;
}

export class Comments {
  readonly cards = new Map<string, Card>();
  readonly pending = new Map<string, Pending>();
  readonly forms = new Map<string, Form>();
  files!: Files;

  constructor() {
    on("threads", () => keepPlace(() => this.place()));
    on("drafts", () => keepPlace(() => this.place()));
    on("viewed", () => this.place());
  }

  card(id: string): Card | undefined {
    const thread = state.threads.get(id);
    if (!thread) return undefined;
    const card = this.cards.get(id) ?? new Card(thread);
    this.cards.set(id, card);
    return card;
  }

  /** Places everything anew: attachments go to their files, the rest to the list. */
  place(): void {
    for (const [id, card] of this.cards) {
      const thread = state.threads.get(id);
      if (thread) card.update(thread);
      else {
        card.element.remove();
        this.cards.delete(id);
      }
    }
    for (const card of this.cards.values()) card.restore();
    for (const form of [...this.forms.values()]) {
      if (!form.editor.update()) this.close(form);
    }
    for (const [key, p] of this.pending) {
      const draft = state.drafts.get(key);
      if (draft) p.update(draft);
      else this.pending.delete(key);
    }
    // A draft that was being written when the page was closed gets its form again.
    for (const d of state.drafts.values()) {
      const place = this.placeOfDraft(d);
      if (isKept(d) || isElsewhere(d) || this.forms.has(d.key) || !place || !state.fileAt(place)) continue;
      this.start(d, false, state.drafts.get(keptKey(d))?.body);
    }
    this.placeInAll(this.files.made());
  }

  /** Places what belongs to these files. */
  placeInAll(views: Iterable<FileView>): void {
    const items = this.items();
    for (const view of views) this.placeIn(view, items);
  }

  /** All that belongs to each file, by file id. */
  private items(): Map<string, Item[]> {
    const items = new Map<string, Item[]>();
    const add = (place: Place | undefined, item: Omit<Item, "place">): void => {
      const id = place && state.fileAt(place)?.id;
      if (!place || id === undefined) return;
      const these = items.get(id) ?? [];
      these.push({ place, ...item });
      items.set(id, these);
    };
    for (const thread of state.threads.values())
      add(state.placeOf(thread), { id: thread.id, element: () => this.card(thread.id)?.element, thread });
    for (const d of [...state.drafts.values()].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      if (isElsewhere(d) || (isKept(d) && !this.forms.has(openKey(d))))
        add(this.placeOfDraft(d), { id: d.key, element: () => this.pendingCard(d).element });
    }
    for (const { draft, element } of this.forms.values())
      add(this.placeOfDraft(draft), { id: draft.key, element: () => element });
    return items;
  }

  placeIn(view: FileView, items = this.items()): void {
    const mine = items.get(view.file.id) ?? [];
    const threads = mine.flatMap(({ thread }) => thread ?? []);
    view.head.update(threads.length, threads.filter(isOpen).length);
    if (mine.length === 0 && view.attachments.size === 0) return;
    const had = new Map(view.attachments);
    view.attachments.clear(); // they are kept in the order of the items
    for (const { id, place, element } of mine) {
      const row = place.startLine > 0 ? view.find(place.side, place.endLine) : -1;
      if (place.startLine > 0 && row < 0 && this.comes(view, id, place)) continue;
      const old = had.get(id);
      const box = old?.element ?? element();
      if (box) view.attachments.set(id, { ...old, id, row, side: place.side, element: box });
    }
    view.sync();
    this.markRanges(view);
  }

  /** Whether a line that is not shown will come. It is requested once; without it, the thread is at the top. */
  private comes(view: FileView, id: string, place: Place): boolean {
    if (view.lineless) return false;
    if (!view.loaded) return true;
    const ended = view.uncovered.get(id);
    if (ended !== undefined) return !ended;
    if (view.uncovered.size > 200) return false;
    const { uncovered } = view;
    uncovered.set(id, false);
    void view
      .uncover(place.side, place.endLine)
      .catch((error: unknown) => this.files.shows(view) && failed("Could not show the lines of a comment", error))
      .then(() => {
        uncovered.set(id, true);
        if (this.files.shows(view) && view.find(place.side, place.endLine) < 0) this.placeIn(view);
      });
    return true;
  }

  /** Marks the rows that a comment is about with a bar. */
  markRanges(view: FileView): void {
    for (const cell of view.section.querySelectorAll("td.about")) cell.classList.remove("about");
    const places: Place[] = [];
    for (const id of view.attachments.keys()) {
      const t = state.threads.get(id);
      const draft = this.forms.get(id)?.draft ?? state.drafts.get(id);
      const place = t ? state.placeOf(t) : draft ? this.placeOfDraft(draft) : undefined;
      if (place && place.startLine > 0 && t?.workflowState !== "resolved") places.push(place);
    }
    for (const chunk of view.chunks) {
      for (const tr of chunk.table?.tBodies[0]?.rows ?? []) {
        const row = view.rows[Number(tr.dataset["r"] ?? -1)];
        for (const p of places) {
          const n = numberAt(row, p.side);
          if (n === undefined || n < p.startLine || n > p.endLine) continue;
          tr.cells[p.side === "new" && tr.cells.length > 2 ? 2 : 0]?.classList.add("about");
        }
      }
    }
  }

  private pendingCard(d: Draft): Pending {
    const edit = (now: Draft) => this.start({ ...now, key: openKey(now) }, true, now.body);
    const card = this.pending.get(d.key) ?? new Pending(d, { original: (now) => this.original(now), edit });
    this.pending.set(d.key, card);
    return card;
  }

  placeOfDraft({ file, side = "new", startLine = 0, endLine = startLine, lost }: Draft): Place | undefined {
    return file === undefined || lost ? undefined : { file, side, startLine, endLine };
  }

  /** The present lines of a draft, on its side. */
  private original(d: Draft): string[] | undefined {
    const place = this.placeOfDraft(d);
    const file = place && state.fileAt(place);
    const view = file && this.files.at(file.path);
    if (!view || place.startLine === 0) return undefined;
    const lines: string[] = [];
    for (let n = place.startLine; n <= place.endLine; n++) {
      const row = view.rows[view.find(place.side, n)];
      if (row?.kind === "code") lines.push((place.side === "old" ? row.left : row.right)?.text ?? "");
    }
    return lines.map((l) => l.replace(/\r$/, ""));
  }

  /**
   * Opens the form for lines of a file, or for the file when the line is 0. An open one there gets the focus instead.
   */
  open(view: FileView, side: Side, startLine: number, endLine: number): void {
    const file = side === "old" ? oldPathOf(view.file) : view.file.path;
    const kind = startLine > 0 ? "line" : "file";
    for (const form of this.forms.values()) {
      const p = this.placeOfDraft(form.draft);
      if (p?.file === file && p.side === side && p.startLine === startLine && p.endLine === endLine) {
        form.editor.focus();
        return;
      }
    }
    const draft: Draft = { key: newKey("open"), kind, file, side, body: "", scope: queryOf(state.rounds) };
    if (kind === "line") Object.assign(draft, { startLine, endLine });
    if (!view.open) view.setOpen(true);
    this.start(draft, true);
  }

  /** Opens the form for a block of a rendered file. A suggestion needs its lines, so they are loaded. */
  async openBlock(view: FileView, side: Side, start: number, end: number): Promise<void> {
    const lines = view.uncoverAll(side, start, end);
    if (await worked(lines, "Could not show the lines")) this.open(view, side, start, end);
  }

  /** Extends the form that was opened last to another range, and keeps its text. */
  grow(view: FileView, side: Side, from: number, startLine: number, endLine: number): boolean {
    const form = [...this.forms.values()].at(-1);
    const p = form && this.placeOfDraft(form.draft);
    if (!form || !p || p.startLine === 0 || p.side !== side || state.fileAt(p)?.id !== view.file.id) return false;
    if (from < p.startLine || from > p.endLine) return false;
    const body = form.editor.body;
    this.close(form);
    const draft = { ...form.draft, startLine, endLine, body };
    this.start(draft, true);
    if (body.trim() !== "") saveDraft(draft);
    return true;
  }

  /** After the diff changed: forms move with the lines of their drafts. Drafts without lines go to the list. */
  follow(): void {
    const lost: string[] = [];
    for (const form of [...this.forms.values()]) {
      const now = state.drafts.get(form.draft.key);
      if (!now || now.lost) {
        if (now) lost.push(shown(now.file ?? ""));
        this.close(form); // an empty form is not worth keeping
        continue;
      }
      const { file, startLine, endLine } = now;
      Object.assign(form.draft, { file, startLine, endLine });
      form.title.textContent = titleOf(form.draft);
      form.editor.label = labelOf(form.draft);
    }
    if (lost.length > 0) {
      toast(`The lines of your draft on ${[...new Set(lost)].join(", ")} are gone. Find the draft in the thread list.`);
    }
  }

  private start(draft: Draft, focus: boolean, before?: string): void {
    const close = () => {
      const again = () => {
        this.close(form);
        this.place();
        const pending = this.pending.get(keptKey(draft));
        if (pending) refocus(pending.element);
      };
      keepPlace(again, form.element);
    };
    const keep = (body: string) => {
      const key = keptKey(draft);
      saveDraft({ ...draft, key, body }, true);
      this.close(form);
      dropDraft(draft.key);
      this.place();
      this.pending.get(key)?.element.focus({ preventScroll: true });
    };
    const now = async (body: string) => {
      const { kind, file: place, startLine, endLine } = draft;
      const side = kind === "line" ? draft.side : undefined;
      const input = { place, startLine, endLine, side, message: body, form: formOf(draft) };
      const { thread } = await verb<AddOutput>("add", input);
      this.close(form);
      dropDraft(draft.key);
      await readThreads();
      const card = this.cards.get(thread.id);
      if (card) refocus(card.element);
    };
    const actions: Action[] = [
      { label: before === undefined ? "Add to review" : "Save", primary: true, title: "Ctrl+Enter", run: keep },
    ];
    if (before === undefined && canAdd(draft)) {
      actions.unshift({ label: "Comment now", primary: false, title: "Ctrl+Shift+Enter", run: now });
    }
    const editor = new Editor({
      draft,
      label: labelOf(draft),
      placeholder: "Leave a comment",
      actions,
      close,
      ...(before === undefined ? {} : { before, now: () => state.drafts.get(keptKey(draft))?.body }),
      ...(draft.kind === "line" ? { original: () => this.original(draft) } : {}),
    });
    const title = h("div", { class: "form-title" }, titleOf(draft));
    const form: Form = {
      editor,
      draft,
      title,
      element: h("div", { class: "form" }, title, editor.element),
    };
    this.forms.set(draft.key, form);
    this.place();
    if (!focus) return;
    this.files.reveal(form.element);
    editor.focus();
  }

  private close(form: Form): void {
    this.forms.delete(form.draft.key);
    form.element.closest("tr.attached")?.remove();
    form.element.remove();
    for (const view of this.files.made()) view.attachments.delete(form.draft.key);
  }

  /** Comments on a file or line that are open forms with text. */
  writing(): Draft[] {
    return [...this.forms.values()].map((f) => f.editor.draft).filter((d) => d.body.trim() !== "");
  }

  /** After a submit in another tab: a form whose text was sent is closed; one with newer text stays. */
  sentElsewhere(keys: string[]): void {
    const done = keys.flatMap((key) => this.forms.get(key) ?? []).filter((f) => isSaved(f.editor.draft));
    for (const form of done) {
      state.drafts.delete(form.draft.key);
      this.close(form);
    }
    // Newer text is another comment.
    const sent = new Set(keys.map((key) => formOf({ key })));
    for (const form of [...this.forms.values()].filter((f) => sent.has(formOf(f.draft)))) this.renew(form);
    if (done.length > 0) toast("Your comment was sent with the review from another tab.");
  }

  /** Gives a form another id. */
  private renew(form: Form): void {
    const old = form.draft.key;
    form.draft.key = newKey("open");
    this.forms.delete(old);
    this.forms.set(form.draft.key, form);
    for (const view of this.files.made()) {
      const it = view.attachments.get(old);
      if (!it) continue;
      view.attachments.delete(it.id);
      it.id = form.draft.key;
      view.attachments.set(it.id, it);
    }
    saveDraft(form.editor.draft, true);
    dropDraft(old);
  }

  /** After a submit: drops the drafts that were sent. */
  sent(keys: string[]): void {
    for (const key of keys) {
      const form = this.forms.get(key);
      if (form) this.close(form);
      dropDraft(key);
    }
    this.place();
  }
}

/** Whether a comment can become a thread at once: the shown text must be the present text of the file. */
function canAdd(d: Draft): boolean {
  const { kind } = state.boot.scope;
  if (d.kind === "file") return state.fileAt({ file: d.file ?? "", side: "new" })?.status !== "D";
  return d.side === "old" ? kind === "head" : kind === "head" || kind === "unstaged" || kind === "since";
}
