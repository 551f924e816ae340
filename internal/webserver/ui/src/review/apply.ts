/** The suggestions of a thread: whether each can be applied now, and the button for it. */
import { button, h, plural, timeOf } from "../shared/dom";
import { isOpen } from "../shared/threadWords";
import { batchButton } from "./batched";
import { failed } from "./say";
import { tell } from "./state";
import { shown } from "./text";
import { change, undoable } from "./threads";
import type { StateOutput, Suggestion, Thread } from "./types";

/** The suggestions in one message of a thread. */
export function suggestionsIn(thread: Thread, id: string): Suggestion[] {
  return (thread.suggestions ?? []).filter((s) => (s.reply ?? thread.id) === id);
}

const says: Record<Suggestion["state"], string> = {
  applies: "",
  "applies-moved": "The lines moved; the suggestion still applies.",
  changed: "The lines have changed since the comment. Merging keeps both changes.",
  clash: "The lines were edited since, so the suggestion cannot be applied.",
  "applied-already": "Already applied.",
  lost: "The lines can no longer be found.",
};

export const canApply = (s: Suggestion): boolean =>
  !s.applied && (s.state === "applies" || s.state === "applies-moved");

/** The reference of a suggestion for the verb, in the version that the reader sees now. */
export const refOf = (thread: Thread, s: Suggestion): string => `${thread.id}#${s.n}@${s.version}`;

/** The row below a suggestion. */
export function applyRow(thread: Thread, s: Suggestion): HTMLElement {
  const ref = refOf(thread, s);
  const merge = s.state === "changed" && !s.applied;
  const does = (words: string, resolve = "") =>
    button(words, () => apply([ref], merge, resolve), { class: "apply-button", title: s.diff });
  const applied = () => [`Applied by ${shown(s.appliedBy ?? "you")}, `, timeOf(s.appliedAt ?? "")];
  return h(
    "div",
    { class: "apply" },
    h("span", { class: "muted" }, ...(s.applied ? applied() : [says[s.state]])),
    h("span", { class: "grow" }),
    canApply(s) ? batchButton(ref) : null,
    merge || canApply(s) ? does(merge ? "Merge and apply" : "Apply suggestion") : null,
    canApply(s) && isOpen(thread) ? does("Apply and resolve", thread.id) : null,
  );
}

/** Applies suggestions, all or none, resolves a thread if one is named, and shows the files afterwards. */
export async function apply(ids: string[], threeWay = false, resolve = ""): Promise<boolean> {
  let did = ids.length === 1 ? "Suggestion applied" : `${plural(ids.length, "suggestion")} applied`;
  let steps = 0;
  try {
    await change<unknown>("apply", { ids, threeWay });
    steps++;
    if (resolve && (await change<StateOutput>("resolve", { ids: [resolve] })).threads.some((t) => t.changed)) {
      steps++;
      did += " and thread resolved";
    }
  } catch (error) {
    failed(steps > 0 ? "Could not resolve" : "Could not apply", error);
  }
  const show = () => tell("written", undefined);
  show(); // also after a refusal: the files differ from those on the page
  if (steps === 0) return false;
  await undoable(`${did}.`, steps, show);
  return true;
}
