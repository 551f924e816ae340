/** Draws threads in the editor, and finds them again when VS Code passes one of its objects to a command. */
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { round, scheme, was } from "./address";
import { ReviewComment } from "./comment";
import type { Draft } from "./drafts";
import { fromScreen, isSame, linesIn, put, rangeOf, type Drawn } from "./drawn";
import { everything, passes, type Filter } from "./filter";
import { crowdedFiles, foldOf, unfolds } from "./fold";
import type { Forms } from "./forms";
import { once } from "./once";
import { Later, Owner } from "./owner";
import type { Moved, Placer } from "./place";
import { within, type Lines } from "./position";
import type { Project } from "./project";
import type { Placement, ThreadDetail } from "./protocol";
import { contextOf, drawnAt, entriesOf, headOf, thenAt, type Entry } from "./shown";
import { documentAt } from "./tabs";
import { isOpen, isPerson, lastWord } from "./threadWords";

/**
 * ms in which VS Code asks about the +, even on a slow machine: it does not say when it has asked about all files
 * (microsoft/vscode#185551), and forgets what is created meanwhile (microsoft/vscode#176498).
 */
const asked = 2000;
const atOnce = 250; // threads drawn before other work gets its turn
const pause = 250; // ms without typing until threads are put in their places
const putAtOnce = 20; // threads put in place before the editor gets its turn

export class Threads extends Owner {
  private readonly controller = vscode.comments.createCommentController("consider", "Consider");
  private readonly drawn = new Map<Project, Map<string, Drawn>>();
  private readonly byThread = new WeakMap<vscode.CommentThread, Drawn>();
  /** Threads that VS Code made for the +, with text that is not saved yet. */
  private readonly unsaved = new Map<string, { thread: vscode.CommentThread; comment: ReviewComment; draft: Draft }>();
  private readonly putting = new Later(pause, () => this.putAll());
  /** Threads to be removed or drawn anew, once no text is lost with their widgets. */
  private readonly held = new Set<Drawn>();
  /** The files that can be commented on have changed. */
  offerDue = false;
  private offeredAt = 0;
  private readonly asked = new vscode.EventEmitter<string>();
  filter: Filter = everything;

  constructor(
    private readonly media: vscode.Uri,
    private readonly placer: Placer,
    private readonly forms: Forms,
    private readonly projectOf: (uri: vscode.Uri) => Project | undefined,
  ) {
    super();
    this.owned.push(this.putting, this.asked, this.controller);
    this.controller.options = { prompt: "Reply…", placeHolder: "Write a comment…" };
    placer.onMoved((moved) => {
      const project = projectOf(moved.uri);
      if (project) this.move(project, moved);
    });
  }

  /**
   * Registers the provider of the lines that can have a comment, once threads are drawn. VS Code asks it when a file is
   * shown, at startup before its project is known, and asks again only if it is registered again. While it asks, it may
   * forget threads that are being created; for those the provider is registered once more.
   */
  offer(): void {
    if (!this.offerDue) return;
    this.offerDue = false;
    this.offeredAt = Date.now();
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        this.asked.fire(document.uri.toString());
        if (this.projectOf(document.uri) === undefined) return undefined;
        const last = Math.max(0, document.lineCount - 1);
        return { enableFileComments: true, ranges: [new vscode.Range(0, 0, last, 0)] };
      },
    };
  }

  /** Resolves when VS Code next asks about a file, which it does before it draws the threads of a newly opened one. */
  untilAsked(uri: vscode.Uri): Promise<void> {
    return once(this.asked.event, (key) => key === uri.toString(), asked);
  }

  /** Draws threads of a project as they were read last, by default all; those in open editors come first. */
  async redraw(project: Project, ids?: readonly string[]): Promise<void> {
    const open = new Set(vscode.workspace.textDocuments.map((d) => d.uri.toString()));
    const here = this.of(project);
    const isWanted = (t: ThreadDetail): boolean => passes(this.filter, this.placed(project, t));
    const asked = new Set(ids ? [...ids, ...this.heldIn(project)] : [...here.keys(), ...project.threads.keys()]);
    const wanted = [...asked].flatMap((id) => project.threads.get(id) ?? []).filter(isWanted);
    const kept = new Set(wanted.map((t) => t.id));
    for (const d of [...asked].flatMap((id) => here.get(id) ?? [])) {
      this.held.delete(d);
      if (!kept.has(d.id) && !(d.sent && !project.threads.has(d.id))) this.remove(d);
    }
    const isOpen = (t: ThreadDetail): boolean => {
      const file = this.placer.placement(project, t).file ?? t.file;
      return file !== undefined && open.has(project.key(file));
    };
    let files: Set<string> | undefined;
    const crowded = (): Set<string> => (files ??= crowdedFiles([...project.threads.values()].filter(isWanted)));
    let n = 0;
    const closed = wanted.filter((t) => !isOpen(t) && !this.isDrawn(project, t));
    for (const t of [...wanted.filter(isOpen), ...closed]) {
      // Its messages are still missing, or it was read again meanwhile: another redraw follows.
      if (t.partial || project.threads.get(t.id) !== t) continue;
      this.draw(project, t, crowded);
      if (++n % atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.drawUnsaved();
    this.putting.anew(0);
  }

  /** The threads of a project whose widgets are kept because of a text in a form. */
  heldIn(project: Project): ReadonlySet<string> {
    return new Set([...this.held].filter((d) => d.project === project).map((d) => d.id));
  }

  /** Makes a thread; a form in it does not get the focus. */
  begin(uri: vscode.Uri, lines: Lines | undefined, comments: ReviewComment[] = []): vscode.CommentThread {
    if (Date.now() - this.offeredAt < asked) this.offerDue = true;
    const range = lines && rangeOf(lines);
    // The types allow threads without a range, on a file, only for reading.
    // eslint-disable-next-line @typescript-eslint/no-non-null-assertion
    const thread = this.controller.createCommentThread(uri, range!, comments);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  /** Connects the thread that VS Code made for the + with the one that is being stored. */
  adopt(project: Project, id: string, thread: vscode.CommentThread): void {
    const there = this.of(project).get(id);
    if (there) {
      // The program took no id, and the event was faster than the answer.
      if (there.thread !== thread) thread.dispose();
      return;
    }
    this.know({ project, id, thread, comments: new Map(), workflow: "open", last: id, lines: linesIn(thread) }).sent =
      true;
  }

  /** A thread that was sent has been read, or was not stored: then its place in the editor is free for the text. */
  settle(project: Project, id: string, isStored: boolean): void {
    const d = this.of(project).get(id);
    if (!d) return;
    d.sent = false;
    if (isStored && !project.threads.has(id)) this.remove(d); // it was deleted meanwhile
    if (isStored || d.from) return;
    this.of(project).delete(id);
    this.byThread.delete(d.thread);
  }

  /** Shows a text that could not be saved, with its form open. */
  keepUnsaved(draft: Draft, thread: vscode.CommentThread): void {
    const comment = new ReviewComment(this.media, draft.key, draft.text).showUnsaved(draft.text);
    this.unsaved.set(draft.key, { thread, comment, draft });
    if (draft.thread === undefined) {
      thread.label = "Not saved yet";
      thread.canReply = false;
      thread.contextValue = "unsaved";
      thread.comments = [comment];
    } else {
      const d = this.byThread.get(thread);
      if (d) this.assign(d);
    }
  }

  /**
   * Shows drafts of an earlier session, or those whose thread was just drawn. A reply to a thread that is gone is shown
   * as the first message of a new one.
   */
  restore(drafts: readonly Draft[], isGone: (uri: vscode.Uri, id: string) => boolean): void {
    for (const draft of drafts) {
      if (this.unsaved.has(draft.key)) continue;
      const uri = vscode.Uri.parse(draft.uri);
      const { thread: answered, ...words } = draft;
      if (answered === undefined || isGone(uri, answered)) this.keepUnsaved(words, this.begin(uri, draft.lines));
      else {
        const thread = this.find(answered)?.thread;
        if (thread) this.keepUnsaved(draft, thread);
      }
    }
  }

  /** The unsaved text that a comment stands for. */
  unsavedOf(comment: ReviewComment): { thread: vscode.CommentThread; draft: Draft } | undefined {
    return this.unsaved.get(comment.id);
  }

  forgetUnsaved(key: string, disposeThread: boolean): void {
    const u = this.unsaved.get(key);
    this.unsaved.delete(key);
    if (!u) return;
    const d = this.byThread.get(u.thread);
    if (d) this.assign(d);
    else if (disposeThread) u.thread.dispose();
  }

  /** The stored thread behind one of VS Code's. */
  idOf(thread: vscode.CommentThread): { project: Project; id: string } | undefined {
    return this.byThread.get(thread);
  }

  /** The thread of a comment. */
  ownerOf(comment: ReviewComment): Drawn | undefined {
    for (const here of this.drawn.values())
      for (const d of here.values()) if (d.comments.get(comment.id) === comment) return d;
    return undefined;
  }

  /** Assigns a thread's comments again, after the mode of one was changed. */
  touch(comment: ReviewComment): void {
    const d = this.ownerOf(comment);
    if (d) this.assign(d);
  }

  isUnfolded(id: string): boolean {
    return this.find(id)?.thread.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded;
  }

  unfold(project: Project, id: string): void {
    const d = this.of(project).get(id);
    if (!d) return;
    put(d);
    d.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  /** Whether a thread is drawn above a file or, with lines, ends on the same line. */
  standsAt(uri: vscode.Uri, lines: Lines | undefined): boolean {
    const drawn = [...this.drawn.values()].flatMap((here) => [...here.values()]);
    const unsaved = [...this.unsaved.values()].map(({ thread }) => ({ thread, lines: linesIn(thread) }));
    return [...drawn, ...unsaved].some(
      (d) => d.thread.uri.toString() === uri.toString() && d.lines?.end === lines?.end,
    );
  }

  /** The lines where a thread is drawn now; undefined when it is hidden or above the file. */
  linesOf(id: string): Lines | undefined {
    return this.find(id)?.lines;
  }

  /** VS Code's own thread for one of ours. */
  drawnAs(id: string): vscode.CommentThread | undefined {
    return this.find(id)?.thread;
  }

  private of(project: Project): Map<string, Drawn> {
    const here = this.drawn.get(project) ?? new Map<string, Drawn>();
    this.drawn.set(project, here);
    return here;
  }

  private know(words: Omit<Drawn, "shown" | "adrift">): Drawn {
    const d = { ...words, shown: undefined, adrift: false };
    this.of(d.project).set(d.id, d);
    this.byThread.set(d.thread, d);
    return d;
  }

  private find(id: string): Drawn | undefined {
    for (const here of this.drawn.values()) if (here.has(id)) return here.get(id);
    return undefined;
  }

  /** Whether a thread in a file that is not open is drawn in its present state. */
  private isDrawn(project: Project, t: ThreadDetail): boolean {
    const d = this.of(project).get(t.id);
    if (d?.from !== t || d.at !== this.placer.placement(project, t)) return false;
    // A thread of a file that is gone leaves the file when its editor is closed.
    // A comment on a round gets the name of the round later.
    if (d.at.anchorState !== "orphaned" && t.target !== "review") return true;
    return d.thread.uri.toString() === this.uriOf(project, t)?.toString();
  }

  /** The thread with its state in the editor's text. */
  private placed(project: Project, t: ThreadDetail): ThreadDetail {
    const p = this.placer.placement(project, t);
    return p.anchorState === t.anchorState ? t : { ...t, anchorState: p.anchorState };
  }

  private uriOf(project: Project, t: ThreadDetail): vscode.Uri | undefined {
    const p = this.placer.placement(project, t);
    const file = p.file ?? t.file;
    if (t.target === "review") return round(project.titleOf(t), t.id);
    if (file === undefined) return undefined;
    // When a file is gone, the thread is on its old text, unless the file is still open.
    const isLeft = p.anchorState !== "orphaned" || t.target !== "lines" || documentAt(project.key(file));
    return isLeft ? project.uri(file) : was(project.uri(file), { what: "then", id: t.id });
  }

  private draw(project: Project, t: ThreadDetail, crowded: () => ReadonlySet<string>): void {
    const uri = this.uriOf(project, t);
    if (!uri) return; // on an answer: only in the tree
    const p = this.placer.placement(project, t);
    const here = this.of(project);
    let d = here.get(t.id);
    const lines = this.rangeFor(uri, t, p);
    let fold: vscode.CommentThreadCollapsibleState | undefined;
    // Its file was renamed, and a thread's uri cannot change; or it moves between the file's head and a line, which VS
    // Code ignores.
    const renamed = d && d.thread.uri.toString() !== uri.toString();
    let changesSort = d && (d.thread.range === undefined) !== (lines === undefined);
    if (d && changesSort && this.holdsWords(d)) {
      changesSort = false;
      this.held.add(d);
    }
    if (d && (renamed || changesSort)) {
      if (!renamed) fold = d.thread.collapsibleState;
      this.erase(d);
      d = undefined;
    }
    if (!d) {
      // With its messages from the start: a thread that is empty for a moment unfolds its form.
      const comments = this.commentsOf(project, entriesIn(project, t), new Map());
      const thread = this.begin(uri, lines, [...comments.values()]);
      thread.collapsibleState = fold ?? foldOf(t, crowded());
      const { id, workflowState: workflow } = t;
      d = this.know({ project, id, thread, comments, workflow, last: lastWord(t).id, lines });
    }
    d.from = t;
    d.at = p;
    if (!isSame(d.lines, lines)) d.adrift = true;
    d.lines = lines;
    this.show(d, t, p);
  }

  private rangeFor(uri: vscode.Uri, t: ThreadDetail, p: Placement): Lines | undefined {
    const there = uri.scheme === scheme ? thenAt(t) : drawnAt(t, p);
    const lines = t.target === "review" ? { start: 0, end: 0 } : there;
    const document = documentAt(uri.toString());
    return lines && document ? within(lines, document.lineCount) : lines;
  }

  private show(d: Drawn, t: ThreadDetail, p: Placement): void {
    d.label = headOf(t, p);
    if (d.thread.label !== d.label) d.adrift = true; // it is updated together with the place
    const context = contextOf(t, p);
    const entries = entriesIn(d.project, t);
    if (isDeepStrictEqual([context, entries], d.shown)) return;
    put(d);
    const thread = d.thread;
    const open = isOpen(t);
    if (d.workflow !== t.workflowState) {
      const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
      thread.collapsibleState = open ? Expanded : Collapsed;
      d.workflow = t.workflowState;
    }
    if (this.isNews(d, t)) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    d.last = lastWord(t).id;
    thread.contextValue = context;
    thread.canReply = open;
    thread.state = open ? vscode.CommentThreadState.Unresolved : vscode.CommentThreadState.Resolved;
    d.comments = this.commentsOf(d.project, entries, d.comments);
    this.assign(d);
    d.shown = [context, entries];
  }

  /** Whether a message came to an open file: it is shown even when the file is crowded. */
  private isNews(d: Drawn, t: ThreadDetail): boolean {
    const said = lastWord(t);
    return (
      said.id !== d.last &&
      isOpen(t) &&
      !isPerson(said) &&
      unfolds() &&
      documentAt(d.thread.uri.toString()) !== undefined
    );
  }

  /** A comment for each entry: the existing one, or a new one. */
  private commentsOf(
    project: Project,
    entries: readonly Entry[],
    there: ReadonlyMap<string, ReviewComment>,
  ): Map<string, ReviewComment> {
    const comments = new Map<string, ReviewComment>();
    for (const e of entries) {
      const c = there.get(e.id) ?? new ReviewComment(this.media, e.id, e.body, project.uri(""));
      c.show(e);
      comments.set(e.id, c);
    }
    return comments;
  }

  private assign(d: Drawn): void {
    put(d);
    const extra = [...this.unsaved.values()].filter((u) => u.draft.thread === d.id).map((u) => u.comment);
    d.thread.comments = [...d.comments.values(), ...extra];
  }

  private drawUnsaved(): void {
    for (const u of this.unsaved.values()) {
      const d = u.draft.thread === undefined ? undefined : this.find(u.draft.thread);
      if (d) u.thread = d.thread;
    }
  }

  /** Whether something would be lost with a thread's widget: text in a form, or text that could not be saved. */
  private holdsWords(d: Drawn): boolean {
    return this.forms.hold(d.thread.uri) || [...this.unsaved.values()].some((u) => u.draft.thread === d.id);
  }

  /** Removes a thread from the screen, once no text is lost with it. */
  private remove(d: Drawn): void {
    if (this.holdsWords(d)) this.held.add(d);
    else this.erase(d);
  }

  private erase(d: Drawn): void {
    this.held.delete(d);
    d.thread.dispose();
    this.of(d.project).delete(d.id);
  }

  /** While the user types, the editor itself moves widgets. Threads are updated later: each update costs a message. */
  private move(project: Project, { uri, lines, covered }: Moved): void {
    const here = this.of(project);
    for (const id of new Set([...lines.keys(), ...covered])) {
      const d = here.get(id);
      if (d?.thread.uri.toString() !== uri.toString()) continue;
      d.lines = lines.get(id) ?? d.lines;
      d.adrift = true;
      if (covered.includes(id)) put(d); // the editor has lost it: it stays where it was until it is found
    }
    this.putting.anew();
  }

  /** Puts threads in their places, those on the screen first. */
  private putAll(): void {
    const rest = [...this.drawn.values()].flatMap((here) => [...here.values()].filter((d) => d.adrift));
    const distance = new Map(rest.map((d) => [d, fromScreen(d)]));
    rest.sort((a, b) => (distance.get(a) ?? 0) - (distance.get(b) ?? 0));
    for (const d of rest.splice(0, putAtOnce)) put(d);
    if (rest.length > 0) this.putting.anew(10);
  }
}

/** The entries of a thread, with the receipt of its newest message. */
const entriesIn = (project: Project, t: ThreadDetail): Entry[] =>
  entriesOf(t, project.known.heard, project.info?.contents);
