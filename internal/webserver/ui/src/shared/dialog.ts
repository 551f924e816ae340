/** Dialogs of all pages: with a title and a button that closes them. A click outside of one closes it too. */
import { h, iconButton, type Child } from "./dom";

export function dialogOf(title: string, kind: string, ...parts: Child[]): HTMLDialogElement {
  const close = iconButton("cross", "Close", () => dialog.close());
  const head = h("header", {}, h("h2", {}, title), close);
  const dialog = h("dialog", { class: kind, "aria-label": title }, head, ...parts);
  dialog.addEventListener("pointerdown", (e) => {
    if (e.target === dialog) dialog.close();
  });
  return dialog;
}
