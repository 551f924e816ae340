/** A thread as it is shown below its lines, or in the list when it has none. */
import { words } from "../shared/api";
import { add, arrange, button, fill, h, icon, plural, refill, timeOf } from "../shared/dom";
import { OUTCOMES, valueOf } from "../shared/enums";
import { isPerson, isWhole, placeWords, statesOf } from "../shared/threadWords";
import { applyRow, suggestionsIn } from "./apply";
import { copyButtons } from "./copies";
import { dropDraft, draftOf, replyForm } from "./drafts";
import { Editor } from "./editor";
import { refocus } from "./focus";
import { markdown } from "./markdown";
import { watchCard } from "./onscreen";
import { proofRow } from "./proof";
import { choiceRow } from "./question";
import { receiptRow } from "./receipt";
import { failed, toast } from "./say";
import { state } from "./state";
import { thenAndNow } from "./then";
import { elsewhere } from "./pending";
import { firstWords, initials, shown } from "./text";
import { change, nameOf, peopleOf, readThreads } from "./threads";
import type { ContextOutput, MovedOutput, Reply, Thread } from "./types";
import { unsureButtons } from "./unsure";
import { verb } from "./verbs";

/** The choices of an open question, for the message that asks it. */
function asksIn(t: Thread, id: string): string[] | undefined {
  return t.question && (t.question.reply ?? t.id) === id ? t.question.choices : undefined;
}

type Said = Pick<Reply, "author" | "authorName" | "body" | "createdAt"> & Partial<Reply>;

/** The first message, as it is shown. */
const firstOf = (t: Thread): Said => ({
  author: t.author,
  body: t.body,
  createdAt: t.createdAt,
  ...(t.authorName && { authorName: t.authorName }),
  ...(t.editedAt && { editedAt: t.editedAt }),
});

export class Card {
  readonly element: HTMLElement;
  private readonly head = h("header", { class: "thread-head" });
  private readonly bodies = h("div", { class: "bodies" });
  private readonly then = h("div", { class: "then" });
  private readonly beside = h("div", { class: "beside" });
  private readonly buttons = h("div", { class: "thread-buttons" });
  private readonly foot = h("footer", { class: "thread-foot" }, this.buttons);
  private thread!: Thread;
  private readonly receipt = h("div", { class: "receipt-row" });
  private folded = false;
  private userFolded = false;
  private reply: Editor | undefined;
  private readonly editors = new Map<string, Editor>();
  private drawn = new Map<string, { text: string; element: HTMLElement }>();

  constructor(thread: Thread) {
    this.element = h("article", { class: "thread", id: `t-${thread.id}`, tabindex: -1 });
    add(this.element, this.head, this.bodies, this.then, this.beside, this.foot);
    this.update(thread);
    this.restore();
  }

  /** Opens the forms again that were being written in when the page was closed. */
  restore(): void {
    const { thread } = this;
    for (const [id, editor] of this.editors) {
      if (!editor.update() && this.editors.delete(id)) this.drawBodies();
    }
    if (this.reply && !this.reply.update()) this.closeReply();
    if (!this.reply && draftOf("reply", thread.id).body !== "") this.openReply(false);
    const ids = [thread.id, ...thread.thread.map((r) => r.id)];
    fill(this.beside, ...elsewhere((d) => ids.includes(d.thread ?? "")));
    for (const id of ids) {
      if (!this.editors.has(id) && draftOf("edit", id).body !== "") this.edit(id, false);
    }
  }

  /** Updates the card. A reply that is being written stays, and keeps the focus. */
  update(thread: Thread): void {
    const was = this.thread as Thread | undefined;
    this.thread = thread;
    const resolved = thread.workflowState === "resolved";
    if (!this.userFolded || was?.workflowState !== thread.workflowState) this.folded = resolved && !this.writing();
    this.element.classList.toggle("resolved", resolved);
    this.element.classList.toggle("fresh", state.fresh.has(thread.id));
    this.element.setAttribute("aria-label", `Thread by ${nameOf(thread)} on ${shown(placeWords(this.thread))}`);
    this.drawHead();
    this.drawBodies();
    this.drawFoot();
    this.fold();
    if (was && was.placement.anchorState !== thread.placement.anchorState) fill(this.then);
  }

  /** Whether folding would hide words that are not sent, or the form that keys go to. */
  private writing(): boolean {
    const at = document.activeElement;
    return (
      this.editors.size > 0 || (!!this.reply && (this.reply.body.trim() !== "" || this.reply.element.contains(at)))
    );
  }

  private drawHead(): void {
    const t = this.thread;
    const word = shown(placeWords(this.thread));
    const badges: HTMLElement[] = [];
    const badge = (text: string, kind: string, title = "") =>
      badges.push(h("span", { class: `badge ${kind}`, title: title || null }, text));
    for (const s of statesOf(t)) badge(shown(s.word), s.badge || "quiet", shown(s.why));
    if (t.resolveProposedBy) badge(`${shown(t.resolveProposedBy)} proposes resolving this thread`, "ask");
    if (t.question) badge("Question for you", "ask", "An agent is waiting for your answer");
    if (t.unseen && !t.receipt) badge("Unread by agents", "quiet", "No agent has read your latest comment yet");
    for (const label of t.labels ?? []) badge(shown(label), "label");
    const fold = button(this.folded ? "Show" : "Hide", () => this.setFolded(!this.folded), {
      class: "link fold",
      "aria-expanded": String(!this.folded),
    });
    const said = plural(1 + t.thread.length, "comment");
    const had = this.head.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : undefined;
    const changed = refill(
      this.head,
      h("span", { class: "place", title: t.id }, word.charAt(0).toUpperCase() + word.slice(1)),
      this.folded ? null : h("span", { class: "muted people" }, shown(peopleOf(t))),
      t.side === "old" ? h("span", { class: "muted" }, "before the change") : null,
      ...badges,
      this.folded ? h("span", { class: "muted first-words" }, `${nameOf(t)}: ${shown(firstWords(t.body))}`) : null,
      h("span", { class: "grow" }),
      this.folded ? h("span", { class: "muted nowrap" }, said) : null,
      ...(this.folded ? [] : copyButtons(t.id)),
      fold,
    );
    if (changed && had !== undefined)
      (this.head.querySelector<HTMLElement>(`[aria-label="${had ?? ""}"]`) ?? fold).focus();
  }

  /** Folds or unfolds the card for the reader, until the state of the thread changes. */
  private setFolded(folded: boolean): void {
    this.folded = folded;
    this.userFolded = true;
    this.drawHead();
    this.fold();
  }

  private fold(): void {
    const parts = [this.bodies, this.then, this.beside, this.foot];
    const had = parts.some((part) => part.contains(document.activeElement));
    for (const part of parts) part.hidden = this.folded;
    if (had) refocus(this.element);
    watchCard(this.element, this.thread.unread === true && !this.folded);
  }

  private drawBodies(): void {
    const t = this.thread;
    const all: [string, Said][] = [[t.id, firstOf(t)], ...t.thread.map((r): [string, Said] => [r.id, r])];
    const elements: Element[] = [];
    for (const [id, said] of all) {
      const text = JSON.stringify([
        said,
        this.editors.has(id),
        asksIn(this.thread, id),
        suggestionsIn(this.thread, id),
      ]);
      let drawn = this.drawn.get(id);
      if (drawn?.text !== text) {
        drawn = { text, element: this.drawSaid(id, said) };
        this.drawn.set(id, drawn);
      }
      elements.push(drawn.element);
    }
    refill(this.receipt, receiptRow(t));
    if (t.receipt) elements.push(this.receipt);
    arrange(this.bodies, elements);
  }

  private drawSaid(id: string, said: Said): HTMLElement {
    const name = nameOf(said);
    const outcome = said.outcome ? valueOf(OUTCOMES, said.outcome) : null;
    const choices = asksIn(this.thread, id);
    const box = h("div", { class: isPerson(said) ? "said human" : "said agent", "data-id": id });
    const editing = this.editors.get(id);
    add(
      box,
      h("span", { class: "avatar", "aria-hidden": "true" }, initials(name)),
      h(
        "div",
        { class: "said-head" },
        h("strong", {}, name),
        isPerson(said) ? null : h("span", { class: "badge agent" }, shown(said.author)),
        timeOf(said.createdAt),
        said.editedAt ? h("span", { class: "muted" }, "edited") : null,
        outcome &&
          h("span", { class: `badge ${outcome.badge || "quiet"}`, title: outcome.says || null }, shown(outcome.word)),
        said.choice
          ? h("span", { class: "badge good" }, said.choice === said.body ? "Chosen" : `Chose “${shown(said.choice)}”`)
          : null,
        h("span", { class: "grow" }),
        isPerson(said) && !editing ? this.ownButtons(id) : null,
      ),
      editing ? editing.element : markdown(said.body, () => this.lines()),
      proofRow(this.thread.id, id, said),
      choices && !editing ? choiceRow(this.thread, choices) : null,
      ...(editing ? [] : suggestionsIn(this.thread, id).map((s) => applyRow(this.thread, s))),
    );
    return box;
  }

  /** The lines that the thread was put on. */
  private lines(): string[] | undefined {
    return this.thread.anchor?.targetContent.split("\n") ?? this.thread.quote;
  }

  private ownButtons(id: string): HTMLElement {
    return h(
      "span",
      { class: "own" },
      button("Edit", () => this.edit(id), { class: "link" }),
      id === this.thread.id ? button("Delete", () => this.delete(), { class: "link" }) : null,
    );
  }

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
    const { id } = this.thread;
    try {
      await change<MovedOutput>("delete", { ids: [id] });
    } catch (error) {
      failed("Could not delete the thread", error);
      return;
    }
    toast("Thread deleted.", {
      label: "Undo",
      run: () =>
        void change("undelete", { ids: [id] }).catch((e: unknown) => failed("Could not restore the thread", e)),
    });
  }

  private drawFoot(): void {
    const t = this.thread;
    const resolved = t.workflowState === "resolved";
    const lost = t.placement.anchorState !== "anchored" && !isWhole(t);
    const settle = resolved ? "Reopen" : t.resolveProposedBy ? "Confirm and resolve" : "Resolve";
    // A focused button keeps the focus. Some go, and some have no class to find them by.
    const focused = this.buttons.contains(document.activeElement) ? document.activeElement?.className : undefined;
    const changed = refill(
      this.buttons,
      resolved || this.reply ? null : button("Reply…", () => this.openReply(), { class: "reply-open" }),
      h("span", { class: "grow" }),
      lost ? button("Compare with original", () => this.showThen()) : null,
      ...unsureButtons(t),
      button([resolved ? null : icon("check"), settle], () => this.resolve(!resolved), { class: "resolve" }),
    );
    const same = this.buttons.querySelector<HTMLElement>(`[class~="${focused?.split(" ")[0] ?? ""}"]`);
    if (changed && focused !== undefined) (same ?? this.element).focus({ preventScroll: true });
  }

  /** Opens the form for a reply. */
  openReply(focus = true): void {
    if (this.thread.workflowState === "resolved" && draftOf("reply", this.thread.id).body === "") return;
    if (this.folded) this.setFolded(false);
    if (!this.reply) {
      const draft = draftOf("reply", this.thread.id);
      const close = () => {
        this.closeReply();
        refocus(this.element);
      };
      const sent = async (body: string, resolve: boolean) => {
        await verb("reply", { id: this.thread.id, message: body, form: replyForm(draft) }); // sent twice, it is one reply
        dropDraft(draft.key);
        close(); // the words are stored, so a failure to resolve must not offer them again
        await (resolve ? this.resolve(true) : readThreads());
        refocus(this.element); // the person may be writing the next reply
      };
      this.reply = new Editor({
        draft,
        label: `Reply to the thread on ${shown(placeWords(this.thread))}`,
        placeholder: "Reply",
        close,
        original: () => this.lines(),
        actions: [
          { label: "Reply and resolve", run: (body) => sent(body, true) },
          { label: "Reply", primary: true, title: "Ctrl+Enter", run: (body) => sent(body, false) },
        ],
      });
      this.foot.prepend(this.reply.element);
      this.drawFoot();
    }
    if (focus) this.reply.focus();
  }

  private closeReply(): void {
    this.reply?.element.remove();
    this.reply = undefined;
    this.drawFoot();
  }

  async resolve(yes: boolean): Promise<void> {
    const { id } = this.thread;
    try {
      await change(yes ? "resolve" : "unresolve", { ids: [id] });
    } catch (error) {
      failed(yes ? "Could not resolve" : "Could not reopen", error);
    }
  }

  get resolved(): boolean {
    return this.thread.workflowState === "resolved";
  }

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
