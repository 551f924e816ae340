/** Suggestions of a thread: whether each can be applied now, and the button that does it. */
import { h } from "../shared/dom";
import { failed, toast } from "./say";
import { change } from "./threads";
import type { Suggestion, Thread } from "./types";

/** What one message of a thread suggests. */
export function suggestionsIn(thread: Thread, id: string): Suggestion[] {
  return (thread.suggestions ?? []).filter((s) => (s.reply ?? thread.id) === id);
}

function says(s: Suggestion): string {
  if (s.applied) return "Applied."; // the diff on screen may be older than the file
  switch (s.state) {
    case "applies":
      return "";
    case "applies-moved":
      return "The lines have moved; it still applies.";
    case "changed":
      return "The lines have changed since. Merging keeps both changes.";
    case "clash":
      return "The lines have changed where it changes them.";
    case "applied-already":
      return "The lines are already like this.";
    case "lost":
      return "Its lines are not known now.";
  }
}

/** The row below a suggestion. */
export function applyRow(thread: Thread, s: Suggestion): HTMLElement {
  const merge = s.state === "changed";
  const fits = !s.applied && (merge || s.state === "applies" || s.state === "applies-moved");
  const button = () =>
    h(
      "button",
      {
        type: "button",
        class: "apply-button",
        title: s.diff ?? null,
        onclick: () => void apply(thread.id, s.n, merge),
      },
      merge ? "Merge and apply" : "Apply suggestion",
    );
  return h(
    "div",
    { class: "apply" },
    h("span", { class: "muted" }, says(s)),
    h("span", { class: "grow" }),
    fits ? button() : null,
  );
}

async function apply(id: string, n: number, threeWay: boolean): Promise<void> {
  try {
    await change<unknown>("apply", { ids: [`${id}#${n}`], threeWay });
  } catch (error) {
    failed("Not applied", error);
    return;
  }
  toast("Suggestion applied to the file.", {
    label: "Undo",
    run: () => void change<unknown>("undo", {}).catch((e: unknown) => failed("Not taken back", e)),
  });
}
