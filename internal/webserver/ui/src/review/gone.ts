/** The bar when the server stopped: how many comments, which a person can go on writing, are kept. */
import { button, copyText, h } from "../shared/dom";
import { unsavedDrafts } from "./drafts";
import { state } from "./state";

export function gone(asText: () => string): HTMLElement[] {
  const n = unsavedDrafts().length;
  const copy: HTMLButtonElement = button("Copy my comments", () =>
    copyText(asText()).then((done) => (copy.textContent = done ? "Copied" : "Could not copy")),
  );
  return [
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
    ...(n > 0 ? [copy] : []),
  ];
}
