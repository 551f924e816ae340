/** The form for a comment on a plan. */
import { h } from "../shared/dom";
import { shown } from "../shared/odd";
import { linesWords } from "../shared/threadWords";
import { Editor } from "../review/editor";
import type { Draft } from "../review/types";

/** The target of a comment: lines, and the quoted words in them. Without lines it is the whole plan. */
export interface Target {
  start?: number;
  end?: number;
  quote?: string;
  /** Set when it is not the version that is shown. */
  version?: number;
}

export class Form {
  private readonly title = h("div", { class: "form-title" });
  readonly editor: Editor;
  readonly element: HTMLElement;

  constructor(
    readonly on: Target,
    /** The plan that it was opened on, and its version. */
    readonly plan: { id: string; title: string },
    readonly version: number,
    draft: Draft,
    /** The lines that a suggestion would replace. */
    original: string[],
    send: (message: string) => Promise<void>,
    close: () => void,
  ) {
    const run = async (message: string) => {
      await send(message);
      this.editor.drop();
      close();
    };
    this.editor = new Editor({
      draft,
      label: "",
      placeholder: "What should change?",
      actions: [{ label: "Comment", primary: true, title: "Ctrl+Enter", run }],
      close,
      ...(original.length > 0 && { original: () => original }),
    });
    const quote = on.quote ? h("blockquote", { class: "passage" }, shown(on.quote)) : null;
    this.element = h("div", { class: "form" }, this.title, quote, this.editor.element);
  }

  /** Says what it is on; `other` is the version or the plan that it belongs to, "" if that is shown. */
  entitle(other: string): void {
    const place = this.on.start ? linesWords(this.on.start, this.on.end) : "the whole plan";
    const words = `Comment on ${place}${other && ` (${other})`}`;
    this.title.textContent = words;
    this.editor.label = words;
  }
}
