/** The lines of a thread when the comment was made, and now. */
import { h } from "../shared/dom";
import { diffText, plainLines } from "./markdown";
import type { ContextOutput } from "./types";

export function thenAndNow(c: ContextOutput): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const { placement, otherBranch } = c.thread;
  const from = otherBranch ? `; the thread is from branch ${otherBranch}` : "";
  if (placement.reason) parts.push(h("p", { class: "muted" }, placement.reason + from));
  if (c.diff) {
    parts.push(h("h4", {}, "Changes since the comment"), diffText(c.diff));
    return parts;
  }
  const then = c.then?.lines ?? c.thread.quote ?? [];
  parts.push(h("h4", {}, "Original"), plainLines("Original", then));
  if (c.thread.code) parts.push(h("h4", {}, "Current"), plainLines("Current", c.thread.code.lines));
  else parts.push(h("p", { class: "muted" }, "These lines no longer exist."));
  return parts;
}
