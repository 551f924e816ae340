/** References to a thread: a link for people, the id for agents. */
import { copyButton, h, icon } from "../shared/dom";
import { tell } from "./state";

export function copyButtons(id: string): HTMLElement[] {
  return [
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        title: "Copy a link to this thread",
        "aria-label": "Copy a link to this thread",
        onclick: () => tell("link", { thread: id }),
      },
      icon("link"),
    ),
    copyButton("", () => id, { class: "icon-button", title: `Copy ${id}`, "aria-label": `Copy the ID ${id}` }),
  ];
}
