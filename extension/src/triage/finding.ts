/**
 * Findings of agents and linters, as on the page of the browser. No editor objects here, so that unit tests can load
 * this.
 */
import type { ThreadDetail } from "../protocol";
import { isOpen, isPerson } from "../threadWords";

/** An open thread that an agent began without a question, and that no person has answered. */
export const isFinding = (t: ThreadDetail): boolean =>
  isOpen(t) && !isPerson(t) && t.target !== "response" && !t.question && !t.thread.some((r) => isPerson(r));
