/** The suggestions that are to be applied together, and the buttons that put them there. */
import { h } from "../shared/dom";
import { tell } from "./state";

/** By thread and number, as `apply` takes them. */
export const batched = new Set<string>();
const buttons = new Map<string, HTMLButtonElement>();

export function batchButton(id: string): HTMLButtonElement {
  const button = h("button", { type: "button", class: "batch-button" });
  button.addEventListener("click", () => {
    if (!batched.delete(id)) batched.add(id);
    tell("batch", undefined);
  });
  buttons.set(id, button);
  label(id, button);
  return button;
}

/** Makes the buttons say what they do now. */
export function labelBatch(): void {
  for (const [id, button] of buttons) label(id, button);
}

function label(id: string, button: HTMLButtonElement): void {
  button.textContent = batched.has(id) ? "Remove from batch" : "Add to batch";
}
