/** The suggestions that will be applied together, and the buttons that add them. */
import { button } from "../shared/dom";
import { tell } from "./state";

/** By thread, number and version, in the form that `apply` takes. */
export const batched = new Set<string>();
const buttons = new Map<string, HTMLButtonElement>();

export function batchButton(id: string): HTMLButtonElement {
  const toggle = () => {
    if (!batched.delete(id)) batched.add(id);
    tell("batch", undefined);
  };
  const made = button("", toggle, { class: "batch-button" });
  buttons.set(id, made);
  label(id, made);
  return made;
}

/** Updates the words on the buttons. */
export function labelBatch(): void {
  for (const [id, button] of buttons) label(id, button);
}

function label(id: string, button: HTMLButtonElement): void {
  button.textContent = batched.has(id) ? "Remove from batch" : "Add to batch";
}
