/** What agents and linters found, as the page of the browser has it. No editor objects here: the unit tests read this. */
import type { ThreadDetail } from "../protocol";
import { isOpen, isPerson } from "../threadWords";

/** An open thread that an agent began, in which no person has spoken and nothing is asked. */
export const isFinding = (t: ThreadDetail): boolean =>
  isOpen(t) && !isPerson(t) && t.target !== "response" && !t.question && !t.thread.some((r) => isPerson(r));
