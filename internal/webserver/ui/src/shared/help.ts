/** The keys of a page and what they do. */
import { h, iconButton } from "./dom";

export type Keys = readonly (readonly [names: readonly string[], does: string])[];

/** A dialog that lists them. */
export function helpDialog(keys: Keys): HTMLDialogElement {
  const list = h("dl", {});
  for (const [names, words] of keys) {
    list.append(h("dt", {}, ...names.map((k) => h("kbd", {}, k))), h("dd", {}, words));
  }
  const dialog = h("dialog", { class: "help", "aria-label": "Keyboard shortcuts" });
  const close = iconButton("cross", "Close", () => dialog.close());
  dialog.append(h("header", {}, h("h2", {}, "Keyboard shortcuts"), close), list);
  return dialog;
}
