/** The page before there is a plan: it names the next step. */
import { copyButton, h } from "../shared/dom";

export function none(): HTMLElement {
  const command = "consider setup claude --plans";
  return h(
    "section",
    { class: "no-plan" },
    h("h2", {}, "No plan to review yet"),
    h("p", {}, "To make Claude Code wait for your verdict on each plan, run this in the project:"),
    h(
      "p",
      {},
      h("code", {}, command),
      copyButton("", () => command, { class: "icon-button", "aria-label": `Copy ${command}` }),
    ),
    h(
      "p",
      { class: "muted" },
      "The next plan then appears here automatically. You can also review any text file: ",
      h("code", {}, "consider plan FILE"),
    ),
  );
}
