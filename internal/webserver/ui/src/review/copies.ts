/** References to a thread: a link for people, the id for agents. */
import { copyButton, iconButton } from "../shared/dom";
import { tell } from "./state";

export function copyButtons(id: string): HTMLElement[] {
  const title = "Copy a link to this thread";
  return [
    iconButton("link", title, () => tell("link", { thread: id }), { title }),
    copyButton("", () => id, { class: "icon-button", title: `Copy ${id}`, "aria-label": `Copy the ID ${id}` }),
  ];
}
