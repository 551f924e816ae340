/** The words of a store. A newer program may have put others there than are known here: they are shown as they are. */
import type { Thread } from "./types";

const outcomes: Record<string, string> = {
  addressed: "Addressed",
  answered: "Answered",
  declined: "Declined",
  blocked: "Blocked",
};

export const outcomeWord = (outcome: string): string => outcomes[outcome] ?? outcome;

/** Whether a thread needs attention. A state that is not known is not taken for the end of it. */
export const isOpen = (t: Pick<Thread, "workflowState">): boolean => t.workflowState !== "resolved";

/** The state where it is neither open nor resolved. */
export const otherState = (t: Pick<Thread, "workflowState">): string =>
  t.workflowState === "open" || t.workflowState === "resolved" ? "" : t.workflowState;

/** Whether an author is the person at the page. One of a kind that is not known is not. */
export const isPerson = (said: { author: string }): boolean => said.author === "human";

/** Whether a thread is on no file and on no answer. */
export const isWhole = (t: Pick<Thread, "target" | "file" | "placement">): boolean =>
  t.target === "review" || (t.target !== "response" && (t.placement.file ?? t.file ?? "") === "");
