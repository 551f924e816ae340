/** The marks in the order of the response: each can be jumped to, given a note, or removed. */
import { button, h, icon, iconButton, plural, refill, type Picture } from "../shared/dom";
import { MARKS, OUTCOMES, valueOf } from "../shared/enums";
import { shown } from "../shared/odd";
import { placeOf } from "./find";
import type { Mark } from "./types";

interface Does {
  remove: (id: string) => void;
  note: (id: string, text: string) => void;
}

export class List {
  readonly element = h("section", { class: "marks", "aria-label": "Marks", hidden: true });
  private note = ""; // id of the mark whose note is being written

  constructor(
    private readonly article: HTMLElement,
    private readonly does: Does,
  ) {
    article.addEventListener("click", (e) => {
      const id = (e.target as Element).closest<HTMLElement>("[data-mark]")?.dataset["mark"];
      if (id && getSelection()?.isCollapsed !== false) this.show(id);
    });
  }

  get editing(): boolean {
    return this.note !== "";
  }

  /** Lists the marks on a text. */
  draw(marks: Mark[], text: string): void {
    if (this.note !== "" && marks.some((m) => m.id === this.note)) return; // the reader is writing a note
    this.note = "";
    const lost = new Set(marks.filter((m) => !placeOf(m, text)));
    this.element.hidden = marks.length === 0;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["key"];
    const keep = marks.filter((m) => m.mark === "keep").length;
    const drop = marks.filter((m) => m.mark === "drop").length;
    const more = marks.length - keep - drop;
    const head = [`${keep} kept`, `${drop} dropped`, more > 0 ? plural(more, "other mark") : ""];
    const changed = refill(
      this.element,
      h("h2", {}, head.filter(Boolean).join(", ")),
      h("ul", {}, ...marks.map((m) => this.item(m, lost.has(m)))),
    );
    if (changed && focused) this.element.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }

  private item(mark: Mark, lost: boolean): HTMLLIElement {
    const known = mark.mark === "keep" || mark.mark === "drop";
    const what = valueOf(MARKS, mark.mark).word;
    const words = shown(mark.quote.split(/\s+/).join(" "));
    const kind = known ? icon(mark.mark === "keep" ? "check" : "cross", what) : what;
    const parts = [h("span", { class: `kind ${mark.mark}` }, kind), h("span", { class: "quote cut" }, words)];
    const jump = button(parts, () => this.jump(mark.id), {
      class: "jump",
      title: "Show in the response",
      "data-key": `${mark.id} jump`,
    });
    const small = (picture: Picture, name: string, title: string, key: string, run: () => void) =>
      iconButton(picture, `${name}: ${words.slice(0, 60)}`, run, { title, "data-key": `${mark.id} ${key}` });
    const row = h("li", { "data-id": mark.id, class: mark.workflowState });
    const note = small("comment", "Note", "Add a note", "note", () => this.write(row, mark));
    const remove = small("cross", "Delete", "Delete", "remove", () => this.does.remove(mark.id));
    row.append(jump, note, remove);
    if (mark.note) row.append(h("p", { class: "note" }, shown(mark.note)));
    if (lost) row.append(h("p", { class: "lost" }, "This text is no longer in the response."));
    const reply = mark.lastReply;
    if (reply) {
      const who = shown(reply.authorName ?? reply.author);
      const outcome = reply.outcome ? `: ${valueOf(OUTCOMES, reply.outcome).word}` : "";
      const words = `${plural(mark.replies, "reply", "replies")}, last by ${who}${outcome}`;
      row.append(h("p", { class: "reply" }, words));
    }
    return row;
  }

  private write(row: HTMLLIElement, mark: Mark): void {
    this.note = mark.id;
    const field = h("input", {
      type: "text",
      class: "word",
      "aria-label": "Note",
      value: mark.note ?? "",
      maxlength: 2000,
    });
    const done = (save: boolean): void => {
      if (this.note !== mark.id) return;
      this.note = "";
      field.remove();
      const text = field.value.trim();
      if (save && text !== "" && text !== mark.note) this.does.note(mark.id, text);
      row.querySelector<HTMLElement>(".jump")?.focus();
    };
    field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") done(true);
      if (e.key === "Escape") done(false);
      e.stopPropagation();
    });
    field.addEventListener("blur", () => done(true));
    row.append(field);
    field.focus();
  }

  /** Shows a mark's place in the response. */
  private jump(id: string): void {
    const place = this.article.querySelector<HTMLElement>(`[data-mark="${CSS.escape(id)}"]`);
    place?.scrollIntoView({ block: "center" });
    for (const piece of this.article.querySelectorAll(`[data-mark="${CSS.escape(id)}"]`)) flash(piece);
  }

  /** Shows a mark's row. */
  private show(id: string): void {
    const row = this.element.querySelector(`[data-id="${CSS.escape(id)}"]`);
    row?.scrollIntoView({ block: "nearest" });
    if (row) flash(row);
  }
}

/** Shows an element in another colour for a moment. */
function flash(element: Element): void {
  element.animate([{ backgroundColor: "var(--accent-soft)" }, {}], 1200);
}
