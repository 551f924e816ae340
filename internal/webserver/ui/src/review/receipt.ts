/** How far the reader's newest message has come: waiting, notified, read or answered, by which agent and when, or in progress. */
import { isWork, stepWords } from "../../../../../extension/src/delivery/words";
import { button, h, timeOf } from "../shared/dom";
import { failed } from "./say";
import { shown } from "./text";
import { change, listenersOf } from "./threads";
import type { Thread } from "./types";

/** Null when no message of the reader is on its way. Below an open question, only that an agent works on the thread. */
export function receiptRow(t: Thread): HTMLElement | null {
  if (!t.receipt || (t.question && !isWork(t))) return null;
  const [running] = listenersOf(t);
  const row = h(
    "p",
    { class: `receipt ${shown(t.receipt.state)}` },
    h("span", {}, shown(stepWords(t, running?.agent))),
  );
  // While it waits, the message above already shows the time.
  if (t.receipt.at && t.receipt.state !== "waiting") row.append(" · ", timeOf(t.receipt.at));
  if (t.receipt.state === "working") {
    const release = () =>
      change("release", { ids: [t.id] }).catch((error: unknown) => failed("Could not release the thread", error));
    row.append(" · ", button("Release", release, { class: "link", title: "Let other agents take the thread" }));
  }
  return row;
}
