/** A thread as it is shown below its lines, or in the list when it has none. */
import { words } from "../shared/api";
import { button, copyButton, fill, h, iconButton, refill, type Child } from "../shared/dom";
import { isJudged, isOpen, isPerson, isWhole, placeWords, statesOf } from "../shared/threadWords";
import { applyRow, suggestionsIn } from "./apply";
import { dropDraft, draftOf, replyForm } from "./drafts";
import { Editor } from "./editor";
import { refocus } from "./focus";
import { markdown } from "./markdown";
import { watch } from "./onscreen";
import { proofRow } from "./proof";
import { choiceRow } from "./question";
import { receiptRow } from "./receipt";
import { toast, worked } from "./say";
import { state, tell } from "./state";
import { thenAndNow } from "./then";
import { elsewhere } from "./pending";
import { shown } from "./text";
import { badge, ThreadCard, type Said } from "./threadcard";
import { change, readThreads } from "./threads";
import type { ContextOutput, Draft, Reply, Thread } from "./types";
import { unsureButtons } from "./unsure";
import { verb } from "./verbs";

/** The choices of an open question, for the message that asks it. */
function asksIn(t: Thread, id: string): string[] | undefined {
  return t.question && (t.question.reply ?? t.id) === id ? t.question.choices : undefined;
}

export class Card extends ThreadCard<Thread> {
  private readonly receipt = h("div", { class: "receipt-row" });
  private readonly then = h("div", { class: "then" });
  private readonly beside = h("div", { class: "beside" });
  private readonly editors = new Map<string, Editor>();

  constructor(thread: Thread) {
    super(thread);
    this.bodies.after(this.receipt, this.then, this.beside);
    this.update(thread);
    this.restore();
  }

  override restore(): void {
    const { thread } = this;
    for (const [id, editor] of this.editors) {
      if (!editor.update() && this.editors.delete(id)) this.drawBodies();
    }
    super.restore();
    const ids = [thread.id, ...thread.thread.map((r) => r.id)];
    fill(this.beside, ...elsewhere((d) => ids.includes(d.thread ?? "")));
    for (const id of ids) {
      if (!this.editors.has(id) && draftOf("edit", id).body !== "") this.edit(id, false);
    }
  }

  override update(thread: Thread): void {
    const was = this.thread.placement.anchorState;
    super.update(thread);
    this.element.classList.toggle("fresh", state.fresh.has(thread.id));
    refill(this.receipt, receiptRow(thread));
    if (was !== thread.placement.anchorState) fill(this.then);
  }

  protected override writing(): boolean {
    return this.editors.size > 0 || super.writing();
  }

  protected replies = (): Reply[] => this.thread.thread;
  protected place = (): string => placeWords(this.thread);
  /** A link to the thread for people, its ID for agents. */
  protected override copies = (): Child[] => {
    const { id } = this.thread;
    return [
      iconButton("link", "Copy a link to this thread", () => tell("link", { thread: id })),
      copyButton("", () => id, { class: "icon-button", title: `Copy ${id}`, "aria-label": `Copy the ID ${id}` }),
    ];
  };
  protected override seen = (shown: boolean): void => watch(this.element, this.thread.unread === true && shown);
  protected override looks = (id: string): unknown => [
    this.editors.has(id),
    asksIn(this.thread, id),
    suggestionsIn(this.thread, id),
    isOpen(this.thread),
  ];
  /** The lines that the thread was put on. */
  protected lines = (): string[] | undefined => this.thread.anchor?.targetContent.split("\n") ?? this.thread.quote;
  protected override settle = (): string => (this.thread.resolveProposedBy ? "Confirm and resolve" : "Resolve");
  protected replyDraft = (): Draft => draftOf("reply", this.thread.id);
  protected send = (body: string, draft: Draft): Promise<unknown> =>
    verb("reply", { id: this.thread.id, message: body, form: replyForm(draft) }); // sent twice, it is one reply
  protected read = readThreads;

  protected badges = (): Child[] => {
    const t = this.thread;
    return [
      t.side === "old" ? h("span", { class: "muted" }, "before the change") : null,
      ...statesOf(t).map((s) => badge(shown(s.word), s.badge || "quiet", shown(s.why))),
      t.resolveProposedBy ? badge(`${shown(t.resolveProposedBy)} proposes resolving this thread`, "ask") : null,
      t.question ? badge("Question for you", "ask", "An agent is waiting for your answer") : null,
      t.unseen && !t.receipt ? badge("Unread by agents", "quiet", "No agent has read your latest comment yet") : null,
      t.flag ? badge(`flagged: ${shown(t.flag.kind)}`, "ask", "A claim of the agent") : null,
      ...(t.labels ?? []).map((label) => badge(shown(label), "label")),
    ];
  };

  protected content = (id: string, said: Said): Child[] => {
    const proof = proofRow(this.thread.id, id, said);
    const editing = this.editors.get(id);
    if (editing) return [editing.element, proof];
    const choices = asksIn(this.thread, id);
    const suggestions = suggestionsIn(this.thread, id);
    return [
      markdown(said.body, () => this.lines(), suggestions),
      proof,
      choices ? choiceRow(this.thread, choices) : null,
      ...suggestions.map((s) => applyRow(this.thread, s)),
    ];
  };

  protected override kind = (id: string, { author }: Said): string =>
    id === this.thread.id && this.thread.linter ? "linter" : author;

  protected override own = (id: string, said: Said): Child => {
    if (!isPerson(said) || this.editors.has(id)) return null;
    return h(
      "span",
      { class: "own" },
      button("Edit", () => this.edit(id), { class: "link" }),
      id === this.thread.id ? button("Delete", () => this.delete(), { class: "link" }) : null,
    );
  };

  /** Opens the form for changing the reader's own message. */
  private edit(id: string, focus = true): void {
    const said = id === this.thread.id ? this.thread : this.thread.thread.find((r) => r.id === id);
    if (!said || this.editors.has(id)) return;
    const draft = draftOf("edit", id);
    if (draft.body === "") draft.body = said.body;
    const close = () => {
      this.editors.delete(id);
      this.drawBodies();
      refocus(this.element);
    };
    const editor = new Editor({
      draft,
      label: "Edit the comment",
      placeholder: "Leave a comment",
      before: said.body,
      now: () => [this.thread, ...this.thread.thread].find((now) => now.id === id)?.body,
      original: () => this.lines(),
      close,
      actions: [
        {
          label: "Save",
          primary: true,
          title: "Ctrl+Enter",
          run: async (body) => {
            const { before } = editor.options;
            if (body !== before)
              await verb("edit", { id, message: body, before }).catch(async (error: unknown) => {
                await readThreads(); // the news of another edit may come after it
                throw error;
              });
            dropDraft(draft.key);
            close();
            await readThreads();
          },
        },
      ],
    });
    this.editors.set(id, editor);
    this.drawBodies();
    if (focus) editor.focus();
  }

  private async delete(): Promise<void> {
    const ids = [this.thread.id];
    if (!(await worked(change("delete", { ids }), "Could not delete the thread"))) return;
    const run = () => void worked(change("undelete", { ids }), "Could not restore the thread");
    toast("Thread deleted.", { label: "Undo", run });
  }

  protected override more = (): Child[] => {
    const lost = this.thread.placement.anchorState !== "anchored" && !isWhole(this.thread);
    const judge = (word: string, stance: "confirm" | "insist", message: string): Child => {
      if (!isJudged(this.thread)) return null;
      const done = () => change("reply", { id: this.thread.id, stance, message });
      return button(word, () => worked(done(), "Could not save the decision"));
    };
    return [
      lost ? button("Compare with original", () => this.showThen()) : null,
      judge("Confirm outcome", "confirm", "confirmed"),
      judge("Insist", "insist", "The finding still holds."),
      ...unsureButtons(this.thread),
    ];
  };

  resolve = (yes: boolean): Promise<boolean> => {
    const done = change(yes ? "resolve" : "unresolve", { ids: [this.thread.id] });
    return worked(done, yes ? "Could not resolve" : "Could not reopen");
  };

  /** The lines when the comment was made, and the lines now. */
  private async showThen(): Promise<void> {
    if (this.then.firstChild) {
      fill(this.then);
      return;
    }
    try {
      const c = await verb<ContextOutput>("context", { id: this.thread.id, lines: 4 });
      fill(this.then, ...thenAndNow(c));
    } catch (error) {
      fill(this.then, h("p", { class: "problem" }, words(error)));
    }
  }
}
