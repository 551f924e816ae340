/** The form for writing a comment. */
import { words } from "../shared/api";
import { button, h } from "../shared/dom";
import { linesWords } from "../shared/threadWords";
import type { Drafts } from "./drafts";

/** The target of a comment: lines, and the quoted words in them. Without lines it is the whole plan. */
export interface Target {
  start?: number;
  end?: number;
  quote?: string;
  /** Set when it is not the version that is shown. */
  version?: number;
}

/** Says what a form is on; `other` is the version or the plan that it belongs to, "" if that is shown. */
export function entitle(form: HTMLElement, on: Target, other: string): void {
  const place = on.start ? linesWords(on.start, on.end) : "the whole plan";
  const words = `Comment on ${place}${other && ` (${other})`}`;
  const title = form.querySelector(".form-title");
  if (title) title.textContent = words;
  form.querySelector("textarea")?.setAttribute("aria-label", words);
}

export function editor(
  on: Target,
  plan: string,
  key: string,
  drafts: Drafts,
  send: (message: string) => Promise<void>,
  close: () => void,
): HTMLElement {
  const box = h("textarea", { placeholder: "What should change?" });
  box.value = drafts.body(key);
  const lines = on.start ? { startLine: on.start, endLine: on.end ?? on.start } : {};
  const place = { thread: plan, ...lines };
  box.addEventListener("input", () => drafts.put(key, place, box.value));
  const said = h("p", { class: "bad", role: "alert" });
  const go = async () => {
    if (box.value.trim() === "" || submit.disabled) return;
    submit.disabled = box.readOnly = true;
    try {
      await send(box.value);
      drafts.drop(key);
      close();
    } catch (error) {
      said.textContent = words(error);
    }
    submit.disabled = box.readOnly = false;
  };
  const submit = button("Comment", go, { class: "primary" });
  const cancel = button("Cancel", () => {
    drafts.drop(key);
    close();
  });
  box.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) void go();
    if (e.key === "Escape" && box.value === "") close();
  });
  return h(
    "div",
    { class: "form" },
    h("div", { class: "form-title" }),
    on.quote ? h("blockquote", { class: "passage" }, on.quote) : null,
    box,
    said,
    h("div", { class: "thread-buttons" }, submit, cancel),
  );
}
