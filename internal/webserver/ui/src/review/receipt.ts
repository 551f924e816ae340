/** How far the reader's newest message has come: waiting, notified, read or answered, by which agent and when, or in progress. */
import { button, h, timeOf } from "../shared/dom";
import { failed } from "./say";
import { state } from "./state";
import { shown } from "./text";
import { change, listenersOf } from "./threads";
import type { Thread } from "./types";

/** The words before the time; the time is that of the step. */
function says(t: Thread): string {
  const { state: step, by = "" } = t.receipt ?? { state: "" };
  const agent = shown(by) || "an agent";
  switch (step) {
    case "waiting":
      return "Waiting: no agent has been notified";
    case "told":
      return `Notified: ${agent}`;
    case "read":
      return `Read by ${agent}`;
    case "answered":
      return `Answered by ${agent}`;
    case "working":
      return `${agent} is working on it`;
    case "asked":
      return `${agent} is working on it, in a sandbox`;
    default:
      return shown(step);
  }
}

/** Null when no message of the reader is on its way. */
export function receiptRow(t: Thread): HTMLElement | null {
  if (!t.receipt) return null;
  const waiting = t.receipt.state === "waiting";
  const [running] = listenersOf(t);
  const row = h("p", { class: `receipt ${shown(t.receipt.state)}` }, h("span", {}, says(t)));
  // While it waits, the message above already shows the time.
  if (!waiting) row.append(...(t.receipt.at ? [" · ", timeOf(t.receipt.at)] : []));
  else if (!running && (t.elsewhere || state.hearing.nobodyListens)) {
    row.append(". ", h("strong", {}, "No agent is running."), " Start one and say “look at my comments”.");
  } else if (running) row.append(`; ${shown(running.agent)} is running`);
  if (t.receipt.state === "working") {
    const release = () =>
      change("release", { ids: [t.id] }).catch((error: unknown) => failed("Could not release the thread", error));
    row.append(" · ", button("Release", release, { class: "link", title: "Let other agents take the thread" }));
  }
  return row;
}
