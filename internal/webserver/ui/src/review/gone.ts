/** The bar when the server stopped: how many comments, which a person can go on writing, are kept. */
import { copyButton, h, refill } from "../shared/dom";
import { unsavedDrafts } from "./drafts";
import { announce } from "./say";
import { on, state } from "./state";

export class GoneBar {
  readonly element = h("div", { class: "bar bad", role: "alert", hidden: true });

  /** With a function that gives the comments as text. */
  constructor(private readonly asText: () => string) {
    on("reach", (yes) => yes && announce("The server is back."));
    on("reach", () => this.draw());
    on("drafts", () => this.draw());
  }

  private draw(): void {
    this.element.hidden = state.reached;
    const n = unsavedDrafts().length;
    refill(
      this.element,
      h("strong", {}, state.stranger ? "Another review is running at this address now. " : "The server stopped. "),
      h(
        "span",
        {},
        n > 0 ? `Your comments (${n}) are saved. ` : "Nothing is lost. ",
        state.stranger ? "Open the link that " : "Start ",
        h("code", {}, "consider review"),
        state.stranger ? " printed." : " again and open the link it prints.",
      ),
      h("span", { class: "grow" }),
      n > 0 && copyButton("Copy my comments", this.asText),
    );
  }
}
