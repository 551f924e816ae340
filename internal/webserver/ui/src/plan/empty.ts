/** The page before there is a plan: it names the next step. */
import { copyButton, h } from "../shared/dom";

export function none(): HTMLElement {
  const command = "consider setup claude --plans";
  return h(
    "section",
    { class: "no-plan" },
    h("h2", {}, "No plan to review yet"),
    h("p", {}, "Have Claude Code wait for your word on each plan. Run this in the project:"),
    h(
      "p",
      {},
      h("code", {}, command),
      copyButton("", () => command, { class: "icon-button", "aria-label": `Copy ${command}` }),
    ),
    h(
      "p",
      { class: "muted" },
      "The next plan then appears here by itself. Any text can be reviewed too: ",
      h("code", {}, "consider plan FILE"),
    ),
  );
}
