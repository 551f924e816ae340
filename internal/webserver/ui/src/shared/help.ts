/** The keys of a page and what they do. */
import { h, icon } from "./dom";

export type Keys = readonly (readonly [names: readonly string[], does: string])[];

/** A dialog that lists them. */
export function helpDialog(keys: Keys): HTMLDialogElement {
  const list = h("dl", {});
  for (const [names, words] of keys) {
    list.append(h("dt", {}, ...names.map((k) => h("kbd", {}, k))), h("dd", {}, words));
  }
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("cross"));
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keyboard shortcuts" },
    h("header", {}, h("h2", {}, "Keyboard shortcuts"), close),
    list,
  );
  close.addEventListener("click", () => {
    dialog.close();
  });
  return dialog;
}
