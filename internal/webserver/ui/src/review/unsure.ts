/** An uncertain place: one click confirms it, another one rejects it. */
import { button } from "../shared/dom";
import { isWhole, linesWords, mayBeAt } from "../shared/threadWords";
import { shown } from "./text";
import { change } from "./threads";
import type { Thread } from "./types";
import { worked } from "./say";

/** Where a lost thread may be; "" when no place is known. */
function maybe(t: Thread): string {
  const at = isWhole(t) ? undefined : mayBeAt(t.placement);
  return at ? [at.file ?? t.placement.file, linesWords(at.startLine, at.endLine)].join(", ") : "";
}

export function unsureButtons(t: Thread): HTMLElement[] {
  const judged = (text: string, verdict: { here: true } | { gone: true }) => {
    const failure = "here" in verdict ? "Could not move the thread" : "Could not mark as stale";
    return button(text, () => worked(change("reanchor", { id: t.id, ...verdict }), failure));
  };
  if (t.placement.perhaps)
    return [judged("Confirm location", { here: true }), judged("Reject location", { gone: true })];
  const at = maybe(t);
  return at ? [judged(`Move to ${shown(at)}`, { here: true })] : [];
}
