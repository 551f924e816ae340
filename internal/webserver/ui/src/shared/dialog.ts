/** Dialogs of all pages: with a title and a button that closes them. A click outside of one closes it too. */
import { h, iconButton, type Child } from "./dom";

/** Shows a dialog until it is closed. */
export function openDialog(title: string, kind: string, ...parts: Child[]): HTMLDialogElement {
  const close = iconButton("cross", "Close", () => dialog.close());
  const head = h("header", {}, h("h2", {}, title), close);
  const dialog = h("dialog", { class: kind, "aria-label": title }, head, ...parts);
  dialog.addEventListener("pointerdown", (e) => {
    if (e.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
