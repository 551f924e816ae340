/** A comment that was added to the review but is not sent yet. */
import { button, h, plural, refill } from "../shared/dom";
import { linesWords } from "../shared/threadWords";
import { dropDraft, isElsewhere, saveDraft, takeOver } from "./drafts";
import { markdown } from "./markdown";
import { toast } from "./say";
import { state } from "./state";
import { shown } from "./text";
import type { Draft } from "./types";

/** The drafts for the same place in other browsers, to be shown with its form. */
export function elsewhere(of: (d: Draft) => boolean): HTMLElement[] {
  return [...state.drafts.values()]
    .filter((d) => isElsewhere(d) && of(d))
    .flatMap((d) => [h("p", { class: "muted" }, "Drafts in another browser:"), markdown(d.body, () => undefined)]);
}

export class Pending {
  readonly element = h("article", { class: "thread pending", tabindex: -1 });

  constructor(
    private draft: Draft,
    private readonly does: { original: (d: Draft) => string[] | undefined; edit: (d: Draft) => void },
  ) {
    this.update(draft);
  }

  update(draft: Draft): void {
    this.draft = draft;
    const other = isElsewhere(draft);
    const place = draft.kind === "file" ? "the file" : linesWords(draft.startLine, draft.endLine);
    this.element.setAttribute("aria-label", `Comment on ${place}, not sent yet`);
    const link = (words: string, run: () => void) => button(words, run, { class: "link" });
    const acts = other
      ? [link("Continue here", () => takeOver(this.draft))]
      : [link("Edit", () => this.does.edit(this.draft)), link("Delete", () => deleteDraft(this.draft))];
    const text = markdown(draft.body, () => this.does.original(this.draft));
    refill(
      this.element,
      h(
        "header",
        { class: "thread-head" },
        h("span", { class: "place" }, place.charAt(0).toUpperCase() + place.slice(1)),
        draft.side === "old" && draft.kind === "line" ? h("span", { class: "muted" }, "before the change") : null,
        h("span", { class: "badge pending" }, other ? "In another browser" : "Pending"),
        h("span", { class: "muted" }, other ? "not added yet" : "will be sent with your review"),
        h("span", { class: "grow" }),
        h("span", { class: "own nowrap" }, ...acts),
      ),
      h("div", { class: "bodies" }, h("div", { class: "said human" }, text)),
    );
  }
}

export function deleteDraft(draft: Draft): void {
  dropDraft(draft.key);
  const words = plural(draft.body.trim().split(/\s+/).length, "word");
  toast(`Comment deleted (${words}).`, { label: "Undo", run: () => saveDraft(draft, true) });
}

export function titleOf(d: Draft): string {
  if (d.kind === "file") return "Comment on the file";
  return `Comment on ${linesWords(d.startLine, d.endLine)}${d.side === "old" ? " (before the change)" : ""}`;
}

export function labelOf(d: Draft): string {
  const where = d.kind === "file" ? "the file" : linesWords(d.startLine, d.endLine);
  return `Comment on ${where} of ${shown(d.file?.split("/").at(-1) ?? "")}`;
}
