/**
 * Follow mode: the page renews itself when files change, unless that would disturb the reader. The bar counts the changed
 * files that were not on the screen yet, and offers the new diff if the page does not renew itself.
 */
import { button, h, plural } from "../shared/dom";
import { keepHeld } from "./held";
import type { Page } from "./page";
import { announce } from "./say";
import { on, state } from "./state";
import { shown } from "./text";

const pause = 1100; // ms between two renewals, and between two looks at what prevents one
const calm = 1000; // ms after an act of the reader
const silence = 10_000; // ms between two announcements
const inUse = ".main .editor, .panel .editor, dialog[open], .menu:not([hidden]), tr.chosen";

let acted = 0; // when the reader did something; Infinity while a button of the pointer is down
for (const act of "keydown input wheel touchmove scroll pointerdown pointerup pointercancel".split(" ")) {
  const note = (e: Event) => (acted = (e as PointerEvent).buttons > 0 ? Infinity : Date.now());
  addEventListener(act, note, { capture: true, passive: true });
}

/** How many ms the page has to stay as it is; Infinity while the reader writes or chooses something. */
export function busyFor(): number {
  const open = [...document.querySelectorAll(inUse)].some((e) => e.checkVisibility());
  return open || getSelection()?.isCollapsed === false ? Infinity : acted + calm - Date.now();
}

export class Newer {
  readonly element = h("section", { class: "bar newer", "aria-label": "Changed files", hidden: true });
  private readonly text = h("span");
  private readonly first = button("Show first", () => this.page.goToFile(state.unseenFiles()[0], true));
  private readonly renew = button("", () => this.page.reboot());
  private readonly toggle = button("", () => state.setPref("follow", !state.prefs.follow));
  /** The last report since the shown diff was requested. */
  private heard: [snapshot: string, failed: string | undefined] | undefined;
  private asking: typeof this.heard; // the report that led to the last request
  /** A diff is on its way. It may be the one that was reported. */
  private coming = false;
  private refused = false; // the new diff was not shown automatically
  private offered = false; // the bar offers it
  private shownAt = 0;
  private said = ""; // the text that was announced last
  private saidAt = 0;

  constructor(private readonly page: Page) {
    this.element.append(this.text, h("span", { class: "grow" }), this.first, this.renew, this.toggle);
    on("viewed", () => this.draw());
    on("prefs", () => this.look());
    setInterval(() => {
      this.look();
      this.say();
    }, pause);
  }

  /** Another snapshot is available, or the reason why there is none. */
  told(snapshot: string, failed?: string): void {
    this.heard = [snapshot, failed];
    this.refused = false;
    this.look();
  }

  /** Shows the diff that was reported, or offers it if something prevents that. */
  private look(): void {
    if (this.coming) return;
    const [snapshot, failed] = this.heard ?? [];
    const isShown = snapshot !== "" && snapshot === state.boot.snapshot;
    if (isShown || (state.rounds && state.rounds.to !== "")) this.heard = undefined; // rounds that ended do not change
    const empty = state.files.length === 0;
    const follows = !this.refused && (empty || (state.prefs.follow && !failed));
    const wait = empty ? 0 : busyFor();
    this.offered = this.heard !== undefined && (!follows || wait === Infinity);
    if (this.heard && follows && Math.max(wait, this.shownAt + pause - Date.now()) <= 0) {
      this.coming = true;
      void this.page.reboot(undefined, "follows");
    }
    this.draw();
  }

  /** A new diff is asked for. */
  asked(): void {
    this.asking = this.heard;
    this.coming = true;
  }

  /** It came, or the diff before stays. Files may have changed while it was on its way. */
  came(isShown: boolean): void {
    this.coming = false;
    this.refused = !isShown && busyFor() <= 0;
    if (isShown && this.heard === this.asking) this.heard = undefined;
    if (isShown) this.shownAt = Date.now();
    this.look();
  }

  private draw(): void {
    const n = state.unseenFiles().length;
    const author = shown(this.page.turns.running);
    const failed = this.heard?.[1];
    const parts = [
      n > 0 && (author ? `${author} changed ${plural(n, "file")}.` : `${plural(n, "file")} changed.`),
      this.offered &&
        (failed
          ? `Could not compare the files: ${failed}. This diff may be out of date.`
          : "Files have changed since this diff was made."),
    ];
    const what = parts.filter(Boolean).join(" ");
    this.toggle.textContent = state.prefs.follow ? "Stop following" : "Follow changes";
    if (what === this.text.textContent) return;
    this.page.files.stay();
    this.text.textContent = what;
    this.first.hidden = n === 0;
    this.renew.hidden = !this.offered;
    this.renew.textContent = failed ? "Retry" : "Show the new diff";
    this.element.hidden = what === "";
    keepHeld();
  }

  /** Announces the bar. */
  private say(): void {
    const text = this.text.textContent;
    if (text === "") this.said = "";
    if (text === this.said || Date.now() - this.saidAt < silence) return;
    [this.said, this.saidAt] = [text, Date.now()];
    announce(text);
  }
}
