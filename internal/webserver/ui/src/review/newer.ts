/** The bar that reports a newer diff. Nothing moves until the reviewer asks; an empty page is replaced at once. */
import { button, fill, h } from "../shared/dom";
import { state } from "./state";

export class Newer {
  readonly element = h("div", { class: "bar", role: "status", hidden: true });
  /** The last report since the shown diff was requested. */
  private heard: [snapshot: string, failed: string | undefined] | undefined;
  /** A diff is on its way. It may be the one that was reported. */
  private coming = false;

  constructor(private readonly show: () => void) {}

  /** Another snapshot is available, or the reason why there is none. */
  told(snapshot: string, failed?: string): void {
    this.heard = [snapshot, failed];
    if (this.coming) return;
    if (state.rounds && state.rounds.to !== "") return; // rounds that ended do not change
    if (snapshot !== "" && snapshot === state.boot.snapshot) {
      this.element.hidden = true;
      return;
    }
    if (state.files.length === 0) {
      this.show();
      return;
    }
    const what = failed
      ? `Could not compare the files: ${failed}. This diff may be out of date.`
      : "Files have changed since this diff was made.";
    if (!this.element.hidden && this.element.firstChild?.textContent === what) return;
    const show = button(failed ? "Retry" : "Show the new diff", this.show, { title: snapshot });
    fill(this.element, h("span", {}, what), h("span", { class: "grow" }), show);
    this.element.hidden = false;
  }

  /** A new diff is asked for. */
  asked(): void {
    this.heard = undefined;
    this.coming = true;
  }

  /** It came, or the diff before stays. Files may have changed while it was on its way. */
  came(isShown: boolean): void {
    this.coming = false;
    this.element.hidden ||= isShown;
    if (this.heard) this.told(...this.heard);
  }
}
