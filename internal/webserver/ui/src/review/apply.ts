/** The suggestions of a thread: whether each can be applied now, and the button for it. */
import { button, h, plural } from "../shared/dom";
import { batchButton } from "./batched";
import { failed, toast } from "./say";
import { tell } from "./state";
import { change } from "./threads";
import type { Suggestion, Thread } from "./types";

/** The suggestions in one message of a thread. */
export function suggestionsIn(thread: Thread, id: string): Suggestion[] {
  return (thread.suggestions ?? []).filter((s) => (s.reply ?? thread.id) === id);
}

function says(s: Suggestion): string {
  if (s.applied) return "Applied."; // the diff on screen may be older than the file
  switch (s.state) {
    case "applies":
      return "";
    case "applies-moved":
      return "The lines moved; the suggestion still applies.";
    case "changed":
      return "The lines have changed since the comment. Merging keeps both changes.";
    case "clash":
      return "The lines were edited since, so the suggestion cannot be applied.";
    case "applied-already":
      return "Already applied.";
    case "lost":
      return "The lines can no longer be found.";
  }
}

const canApply = (s: Suggestion): boolean => !s.applied && (s.state === "applies" || s.state === "applies-moved");

/** The row below a suggestion. */
export function applyRow(thread: Thread, s: Suggestion): HTMLElement {
  const ref = `${thread.id}#${s.n}@${s.version}`; // of what the reader sees now
  const merge = s.state === "changed" && !s.applied;
  const words = merge ? "Merge and apply" : "Apply suggestion";
  const attrs = { class: "apply-button", title: s.diff };
  return h(
    "div",
    { class: "apply" },
    h("span", { class: "muted" }, says(s)),
    h("span", { class: "grow" }),
    canApply(s) ? batchButton(ref) : null,
    merge || canApply(s) ? button(words, () => apply([ref], merge), attrs) : null,
  );
}

/** Applies suggestions, all or none, and shows the files afterwards. */
export async function apply(ids: string[], threeWay = false): Promise<boolean> {
  try {
    await change<unknown>("apply", { ids, threeWay });
  } catch (error) {
    failed("Could not apply", error);
    return false;
  }
  tell("written", undefined);
  toast(`${ids.length === 1 ? "Suggestion" : plural(ids.length, "suggestion")} applied.`, {
    label: "Undo",
    run: () =>
      void change<unknown>("undo", {}).then(
        () => tell("written", undefined),
        (e: unknown) => failed("Could not undo", e),
      ),
  });
  return true;
}
