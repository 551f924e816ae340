/** Messages to people: in live regions for screen readers, and in the corner of the page. */
import { button, fill, h } from "../shared/dom";
import { words } from "../shared/api";

const polite = h("div", { class: "sr", role: "status", "aria-live": "polite" });
const urgent = h("div", { class: "sr", role: "alert", "aria-live": "assertive" });
const corner = h("div", { class: "toasts", role: "region", "aria-label": "Messages" });

export function sayParts(): HTMLElement[] {
  return [polite, urgent, corner];
}

/** Announces a text politely; neither the page nor the focus moves. */
export function announce(text: string): void {
  // The same words are announced again only when they were removed in between.
  polite.textContent = "";
  setTimeout(() => (polite.textContent = text), 50);
}

/** A message in the corner, with an action that stays for ten seconds. */
export function toast(text: string, action?: { label: string; run: () => void }): void {
  const box = h("div", { class: "toast" }, h("span", {}, text));
  const gone = () => box.remove();
  if (action) {
    const act = () => {
      gone();
      action.run();
    };
    box.append(button(action.label, act, { class: "link" }));
  }
  box.append(button("×", gone, { class: "link", "aria-label": "Close" }));
  corner.append(box);
  while (corner.children.length > 3) corner.firstElementChild?.remove();
  setTimeout(gone, 10_000);
  announce(text);
}

/** Reports the failure of something that the reviewer asked for. */
export function failed(what: string, error: unknown): void {
  const text = `${what}: ${words(error)}`;
  toast(text);
  urgent.textContent = text;
}

/** Whether something that the reader asked for was done. A failure is reported. */
export async function worked(act: Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    failed(failure, error);
    return false;
  }
}

/** Asks a question in place of its subject, instead of in a dialog. */
export function question(holder: HTMLElement, text: string, yes: string, no: string): Promise<boolean> {
  return new Promise((answer) => {
    const done = (value: boolean) => {
      holder.replaceChildren();
      holder.hidden = true;
      answer(value);
    };
    const stay = button(no, () => done(false));
    const go = button(yes, () => done(true), { class: "danger" });
    fill(holder, h("span", {}, text), go, stay);
    holder.hidden = false;
    stay.focus();
  });
}
