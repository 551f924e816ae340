/** How far the reader's newest message has come: waiting, notified, read or answered, by which agent and when, or in progress. */
import { isWork, stepWords } from "../../../../../extension/src/delivery/words";
import { button, h, icon, timeOf } from "../shared/dom";
import { DELIVERIES, valueOf } from "../shared/enums";
import { shown } from "./text";
import { change, listenersOf } from "./threads";
import type { Thread } from "./types";
import { worked } from "./say";

/** Null when no message of the reader is on its way. Below an open question, only that an agent works on the thread. */
export function receiptRow(t: Thread): HTMLElement | null {
  if (!t.receipt || (t.question && !isWork(t))) return null;
  const [running] = listenersOf(t);
  const { state: step, at } = t.receipt;
  const words = shown(stepWords(t, running?.agent));
  const row = h("p", { class: `receipt ${shown(step)}` });
  if (step === "waiting") {
    // The message above already shows the time, and the bar that no agent is running.
    const hears = running ? `; ${shown(running.agent)} is running` : "";
    row.title = words;
    row.append(icon("clock"), h("span", {}, valueOf(DELIVERIES, step).word + hears));
  } else {
    row.append(h("span", {}, words));
    if (at) row.append(" · ", timeOf(at));
  }
  if (step === "working") {
    const release = () => worked(change("release", { ids: [t.id] }), "Could not release the thread");
    row.append(" · ", button("Release", release, { class: "link", title: "Let other agents take the thread" }));
  }
  return row;
}
