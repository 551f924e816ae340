/** The card of a thread on every page: its head, its messages, the form for a reply, and the buttons. */
import { arrange, button, h, icon, plural, refill, timeOf, type Child } from "../shared/dom";
import { OUTCOMES, STANCES, valueOf } from "../shared/enums";
import { isPerson, nameOf } from "../shared/threadWords";
import { Editor } from "./editor";
import { refocus } from "./focus";
import { firstWords, initials, shown } from "./text";
import type { Draft, Reply } from "./types";

export type Said = Pick<Reply, "author" | "authorName" | "body" | "createdAt"> & Partial<Reply>;

/** A thread, which begins with a message of its own. */
interface First extends Pick<Reply, "id" | "author" | "authorName" | "body" | "createdAt" | "editedAt"> {
  workflowState: string;
}

export const badge = (text: string, kind: string, title = ""): HTMLElement =>
  h("span", { class: `badge ${kind}`, title: title || null }, text);

export abstract class ThreadCard<T extends First> {
  readonly element: HTMLElement;
  protected readonly head = h("header", { class: "thread-head" });
  protected readonly bodies = h("div", { class: "bodies" });
  private readonly buttons = h("div", { class: "thread-buttons" });
  protected readonly foot = h("footer", { class: "thread-foot" }, this.buttons);
  protected reply: Editor | undefined;
  private folded = false;
  private userFolded = false;
  private drawn = new Map<string, { text: string; element: HTMLElement }>();

  constructor(protected thread: T) {
    const attrs = { class: "thread", id: `t-${thread.id}`, tabindex: -1 };
    this.element = h("article", attrs, this.head, this.bodies, this.foot);
  }

  protected abstract replies: () => Reply[];
  /** Where it is, in words. */
  protected abstract place: () => string;
  protected abstract badges: () => Child[];
  /** The content of a message. */
  protected abstract content: (id: string, said: Said) => Child[];
  /** The lines that it is on. */
  protected abstract lines: () => string[] | undefined;
  protected abstract replyDraft: () => Draft;
  protected abstract send: (body: string, draft: Draft) => Promise<unknown>;
  /** Reads the threads anew. */
  protected abstract read: () => Promise<unknown>;
  abstract resolve: (yes: boolean) => Promise<unknown>;

  /** All else that decides how a message looks. */
  protected looks: (id: string) => unknown = () => "";
  /** Who wrote a message, if not a person. */
  protected kind = (_: string, { author }: Said): string => author;
  /** The buttons of a message, of the head, and of the foot. */
  protected own: (id: string, said: Said) => Child = () => null;
  protected copies: () => Child[] = () => [];
  protected more: () => Child[] = () => [];
  /** The word of the button that resolves the thread. */
  protected settle = (): string => "Resolve";
  /** The messages are on the page, or folded. */
  protected seen: (shown: boolean) => void = () => undefined;

  get resolved(): boolean {
    return this.thread.workflowState === "resolved";
  }

  /** Updates the card. A reply that is being written stays, and keeps the focus. */
  update(thread: T): void {
    const settled = this.thread.workflowState !== thread.workflowState;
    this.thread = thread;
    if (!this.userFolded || settled) this.folded = this.resolved && !this.writing();
    this.element.classList.toggle("resolved", this.resolved);
    this.element.setAttribute("aria-label", `Thread by ${shown(nameOf(thread))} on ${shown(this.place())}`);
    this.drawHead();
    this.drawBodies();
    this.drawFoot();
    this.fold();
  }

  /** Opens the form again that was being written in when the page was closed. */
  restore(): void {
    if (this.reply && !this.reply.update()) this.closeReply();
    if (!this.reply && this.replyDraft().body !== "") this.openReply(false);
  }

  /** Whether folding would hide words that are not sent, or the form that keys go to. */
  protected writing(): boolean {
    const at = document.activeElement;
    return !!this.reply && (this.reply.body.trim() !== "" || this.reply.element.contains(at));
  }

  private messages(): [string, Said][] {
    const { id, author, authorName, body, createdAt, editedAt } = this.thread;
    const first = { author, body, createdAt, ...(authorName && { authorName }), ...(editedAt && { editedAt }) };
    return [[id, first], ...this.replies().map((r): [string, Said] => [r.id, r])];
  }

  private drawHead(): void {
    const { folded } = this;
    const all = this.messages().map(([, said]) => said);
    const people = () => [...new Set(all.map((said) => shown(nameOf(said))))].join(", ");
    const first = () => `${shown(nameOf(this.thread))}: ${shown(firstWords(this.thread.body))}`;
    const word = shown(this.place());
    const fold = button(folded ? "Show" : "Hide", () => this.setFolded(!folded), {
      class: "link fold",
      "aria-expanded": String(!folded),
    });
    const had = this.head.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : undefined;
    const changed = refill(
      this.head,
      h("span", { class: "place", title: this.thread.id }, word.charAt(0).toUpperCase() + word.slice(1)),
      folded ? null : h("span", { class: "muted people" }, people()),
      ...this.badges(),
      folded ? h("span", { class: "muted cut first-words" }, first()) : null,
      h("span", { class: "grow" }),
      ...(folded ? [h("span", { class: "muted nowrap" }, plural(all.length, "comment"))] : this.copies()),
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
    const parts = [...this.element.children].filter((part) => part !== this.head) as HTMLElement[];
    const had = parts.some((part) => part.contains(document.activeElement));
    for (const part of parts) part.hidden = this.folded;
    if (had) refocus(this.element);
    this.seen(!this.folded);
  }

  protected drawBodies(): void {
    const elements = this.messages().map(([id, said]) => {
      const text = JSON.stringify([said, this.looks(id)]);
      let drawn = this.drawn.get(id);
      if (drawn?.text !== text) {
        drawn = { text, element: this.drawSaid(id, said) };
        this.drawn.set(id, drawn);
      }
      return drawn.element;
    });
    arrange(this.bodies, elements);
  }

  private drawSaid(id: string, said: Said): HTMLElement {
    const name = shown(nameOf(said));
    const outcome = said.outcome ? valueOf(OUTCOMES, said.outcome) : said.stance && valueOf(STANCES, said.stance);
    return h(
      "div",
      { class: isPerson(said) ? "said human" : "said agent", "data-id": id },
      h("span", { class: "avatar", "aria-hidden": "true" }, initials(name)),
      h(
        "div",
        { class: "said-head" },
        h("strong", {}, name),
        isPerson(said) ? null : badge(shown(this.kind(id, said)), "agent"),
        timeOf(said.createdAt),
        said.editedAt ? h("span", { class: "muted" }, "edited") : null,
        outcome && badge(shown(outcome.word), outcome.badge || "quiet", outcome.says),
        said.choice ? badge(said.choice === said.body ? "Chosen" : `Chose “${shown(said.choice)}”`, "good") : null,
        h("span", { class: "grow" }),
        this.own(id, said),
      ),
      ...this.content(id, said),
    );
  }

  private drawFoot(): void {
    const { buttons, resolved } = this;
    // A focused button keeps the focus. Some go, and some have no class to find them by.
    const focused = buttons.contains(document.activeElement) ? document.activeElement?.className : undefined;
    const changed = refill(
      buttons,
      resolved || this.reply ? null : button("Reply…", () => this.openReply(), { class: "reply-open" }),
      h("span", { class: "grow" }),
      ...this.more(),
      button([resolved ? null : icon("check"), resolved ? "Reopen" : this.settle()], () => this.resolve(!resolved), {
        class: "resolve",
      }),
    );
    const same = buttons.querySelector<HTMLElement>(`[class~="${focused?.split(" ")[0] ?? ""}"]`);
    if (changed && focused !== undefined) (same ?? this.element).focus({ preventScroll: true });
  }

  /** Opens the form for a reply. */
  openReply(focus = true): void {
    const draft = this.replyDraft();
    if (this.resolved && draft.body === "") return;
    if (this.folded) this.setFolded(false);
    if (!this.reply) {
      const close = () => {
        this.closeReply();
        refocus(this.element);
      };
      const sent = async (body: string, resolve: boolean) => {
        await this.send(body, draft);
        editor.drop();
        close(); // the words are stored, so a failure to resolve must not offer them again
        await (resolve ? this.resolve(true) : this.read());
        refocus(this.element); // the person may be writing the next reply
      };
      const editor = new Editor({
        draft,
        label: `Reply to the thread on ${shown(this.place())}`,
        placeholder: "Reply",
        close,
        original: () => this.lines(),
        actions: [
          { label: "Reply and resolve", run: (body) => sent(body, true) },
          { label: "Reply", primary: true, title: "Ctrl+Enter", run: (body) => sent(body, false) },
        ],
      });
      this.reply = editor;
      this.foot.prepend(editor.element);
      this.drawFoot();
    }
    if (focus) this.reply.focus();
  }

  private closeReply(): void {
    this.reply?.element.remove();
    this.reply = undefined;
    this.drawFoot();
  }
}
