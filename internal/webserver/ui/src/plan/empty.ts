/** The page before there is a plan: it names the next step. */
import { commandOf, h } from "../shared/dom";

export function none(): HTMLElement {
  return h(
    "section",
    { class: "blank" },
    h("h2", {}, "No plan to review yet"),
    h("p", {}, "To make Claude Code wait for your verdict on each plan, run this in the project:"),
    h("p", {}, ...commandOf("consider setup claude --plans")),
    h(
      "p",
      { class: "muted" },
      "The next plan then appears here automatically. You can also review any text file: ",
      h("code", {}, "consider plan FILE"),
    ),
  );
}
