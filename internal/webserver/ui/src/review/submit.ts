/** Submitting a review: the general comment, the verdict, and the result. */
import { ask } from "../shared/api";
import { openDialog } from "../shared/dialog";
import { button, copyButton, fill, h, iconButton, plural } from "../shared/dom";
import { valueOf, VERDICTS } from "../shared/enums";
import { linesWords } from "../shared/threadWords";
import type { Comments } from "./comments";
import { byPlace, dropDraft, formOf, isApart, keptDrafts, keptKey, newKey, readDrafts, reviewDraft } from "./drafts";
import { Editor } from "./editor";
import { elsewhere } from "./pending";
import { announce } from "./say";
import { roundsOf, scopeLabel } from "./scopes";
import { on, state, tell } from "./state";
import { readThreads } from "./threads";
import type { Draft, Submission, Submitted, Verdict } from "./types";
import { about } from "./verbs";

export class Submit {
  readonly done = h("div", { class: "bar good submitted", role: "status", tabindex: -1, hidden: true });
  private readonly meaning = h("p", { class: "muted meaning", role: "status" });
  private readonly beside = h("div", { class: "beside" });
  private readonly apart = h("div", { class: "muted" });
  private readonly summary = h("p", { class: "muted summary" });
  private asked = false; // whether to submit although changed files were not on the screen
  private readonly editor: Editor;
  private verdict: Verdict = "comment";
  private dialog: HTMLDialogElement | undefined;

  constructor(private readonly comments: Comments) {
    this.editor = new Editor({
      draft: reviewDraft(),
      label: "Comment on the whole review",
      placeholder: "Leave a comment on the whole review",
      actions: [{ label: "Submit review", primary: true, empty: true, title: "Ctrl+Enter", run: () => this.send() }],
      hint: "",
      extra: this.choices(),
    });
    on("drafts", () => this.update());
  }

  open(): void {
    this.asked = false;
    this.update();
    const { summary, apart, beside, editor } = this;
    this.dialog = openDialog("Finish your review", "submit-dialog", summary, apart, beside, editor.element);
    editor.focus();
  }

  private choices(): HTMLElement {
    const set = h("fieldset", { class: "verdicts segmented" }, h("legend", {}, "Verdict"));
    for (const [name, { word, says }] of VERDICTS) {
      const value = name as Verdict;
      const choose = () => {
        this.verdict = value;
        this.update();
      };
      const checked = value === this.verdict;
      const input = h("input", { type: "radio", name: "verdict", value, checked, onchange: choose });
      set.append(h("label", { title: says }, input, word));
    }
    set.append(this.meaning);
    return set;
  }

  private toSend(): Draft[] {
    const writing = this.comments.writing();
    const again = new Set(writing.map(formOf)); // comments that were added, and are changed now
    return [...keptDrafts().filter((d) => !again.has(formOf(d)) && !isApart(d)), ...writing];
  }

  private update(): void {
    const { draft } = this.editor.options;
    const note = reviewDraft();
    if (note.body !== "") draft.key = note.key;
    if (!this.editor.update()) this.editor.body = "";
    fill(this.apart, ...this.inOthers());
    fill(this.beside, ...elsewhere((d) => d.kind === "review"));
    const open = this.comments.writing().length;
    const kept = this.toSend().length - open;
    const text =
      kept + open > 0
        ? `${plural(kept + open, "comment")} will be sent${open > 0 ? `, including ${open} still being written` : ""}.`
        : this.verdict === "comment"
          ? "No pending comments. Submit, with an optional comment, to let the agent know you reviewed the changes."
          : "No pending comments. Submit a verdict, with an optional comment.";
    this.summary.textContent = text;
    const n = state.unseenFiles().length;
    const files = plural(n, "changed file has", "changed files have");
    const unseen = n > 0 ? ` ${files} not been on screen since ${n === 1 ? "it" : "they"} changed.` : "";
    const asks = unseen !== "" && this.asked;
    this.meaning.textContent = `${valueOf(VERDICTS, this.verdict).says}.${unseen}${asks ? " Submit anyway?" : ""}`;
    const submit = this.editor.element.querySelector(".editor-foot .primary");
    if (submit) submit.textContent = asks ? "Submit anyway" : "Submit review";
  }

  /** The pending comments that are not sent: they belong to other comparisons. */
  private inOthers(): HTMLElement[] {
    const apart = keptDrafts().filter(isApart);
    return [...new Set(apart.map((d) => d.scope ?? ""))].map((scope) => {
      const n = apart.filter((d) => (d.scope ?? "") === scope).length;
      const show = () => {
        this.dialog?.close();
        tell("compare", roundsOf(scope));
      };
      const text = `${plural(n, "comment")} on “${scopeLabel(scope)}” will stay pending. `;
      return h("p", {}, text, button("Show", show, { class: "link" }));
    });
  }

  /** A tab has submitted. If it was this one, it knows already. */
  async heard(keys: string[]): Promise<void> {
    if (this.editor.running) return;
    this.comments.sentElsewhere(keys);
    await readDrafts().catch(() => undefined); // they are read again when the page becomes visible
  }

  private async send(): Promise<void> {
    if (!this.asked && state.unseenFiles().length > 0) {
      this.asked = true;
      this.update();
      return;
    }
    await readDrafts(); // includes drafts of other tabs
    const drafts = this.toSend().sort(byPlace);
    const note = this.editor.body.trim() === "" ? null : this.editor.body;
    const { verdict } = this;
    const body: Submission = {
      globalComment: note,
      globalForm: formOf(this.editor.draft),
      verdict,
      comments: drafts.map(commentOf),
      drafts: [this.editor.draft.key, ...drafts.flatMap((d) => [d.key, keptKey(d)])],
    };
    const answer = await ask<Submitted>("POST", about("/api/comments"), body);
    if (answer.checkpoint) {
      const ended = { name: answer.checkpoint, createdAt: new Date().toISOString() };
      state.boot.checkpoints = [...(state.boot.checkpoints ?? []), ended];
      tell("boot", undefined);
    }
    this.comments.sent(drafts.flatMap((d) => [d.key, keptKey(d)]));
    this.editor.body = "";
    dropDraft(this.editor.draft.key);
    this.editor.options.draft.key = newKey("review");
    this.dialog?.close();
    this.tell(answer, drafts.length, note !== null, verdict);
    await readThreads();
  }

  private tell(answer: Submitted, n: number, note: boolean, verdict: Verdict): void {
    const { md, json } = answer.paths;
    const words = valueOf(VERDICTS, verdict).word;
    const said = n > 0 ? `${plural(n, "comment")}${note ? " and a note" : ""}` : note ? "a note" : "no comments";
    const prompt = `Address the review in ${md}. Reply to each thread with \`consider reply\` when you are done.`;
    const outcome = `Review submitted: ${words}, ${said}.`;
    fill(
      this.done,
      h("strong", {}, outcome),
      h("span", { class: "wide" }, "No agent waiting?"),
      copyButton("Copy for the agent", () => prompt, { class: "small primary", title: prompt }),
      h("details", {}, h("summary", {}, "Saved files"), ...[md, json].map((path) => h("div", {}, h("code", {}, path)))),
      h("span", { class: "grow" }),
      iconButton("cross", "Close", () => this.hide()),
      answer.warning ? h("p", { class: "problem" }, answer.warning) : null,
    );
    this.done.hidden = false;
    this.done.focus({ preventScroll: true });
    announce(outcome);
  }

  private hide(): void {
    this.done.hidden = true;
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** The unsent comments as text, for a reviewer who has to take them elsewhere. */
  asText(): string {
    const parts = this.toSend()
      .sort(byPlace)
      .map((d) => {
        const lines = d.startLine ? `:${d.startLine}${d.endLine !== d.startLine ? `-${d.endLine ?? ""}` : ""}` : "";
        return `## ${d.file ?? ""}${lines}${d.side === "old" ? " (before the change)" : ""}\n\n${d.body}\n`;
      });
    if (this.editor.body.trim() !== "") parts.unshift(`${this.editor.body}\n`);
    for (const d of state.drafts.values()) {
      if (d.kind === "reply" || d.kind === "edit") parts.push(`## ${d.kind} to ${d.thread ?? ""}\n\n${d.body}\n`);
    }
    return parts.join("\n");
  }
}

function commentOf(d: Draft): Submission["comments"][number] {
  const lines = d.kind === "line" && !d.lost;
  const where = d.lost
    ? `\n\n(Written on ${linesWords(d.startLine, d.endLine)} of an earlier version of the file.)`
    : "";
  return {
    file: d.file ?? "",
    startLine: lines ? (d.startLine ?? null) : null,
    endLine: lines ? (d.endLine ?? null) : null,
    side: d.side ?? "new",
    body: d.body + where,
    form: formOf(d),
  };
}
