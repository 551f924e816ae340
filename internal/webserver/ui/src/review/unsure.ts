/** An uncertain place: one click confirms it, another one rejects it. */
import { button } from "../shared/dom";
import { isWhole, linesWords, mayBeAt } from "../shared/threadWords";
import { failed } from "./say";
import { shown } from "./text";
import { change } from "./threads";
import type { Thread } from "./types";

/** Where a lost thread may be; "" when no place is known. */
function maybe(t: Thread): string {
  const at = isWhole(t) ? undefined : mayBeAt(t.placement);
  return at ? [at.file ?? t.placement.file, linesWords(at.startLine, at.endLine)].join(", ") : "";
}

export function unsureButtons(t: Thread): HTMLElement[] {
  const judged = (text: string, verdict: { here: true } | { gone: true }) => button(text, () => judge(t.id, verdict));
  if (t.placement.perhaps)
    return [judged("Confirm location", { here: true }), judged("Reject location", { gone: true })];
  const at = maybe(t);
  return at ? [judged(`Move to ${shown(at)}`, { here: true })] : [];
}

async function judge(id: string, verdict: { here: true } | { gone: true }): Promise<void> {
  try {
    await change("reanchor", { id, ...verdict });
  } catch (error) {
    failed("here" in verdict ? "Could not move the thread" : "Could not mark as stale", error);
  }
}
