/** The places that agents flagged in this round: a way through the diff. They are claims, and hide nothing. */
import { button, h, plural } from "../shared/dom";
import { keepHeld } from "./held";
import { on, state } from "./state";
import { placeWords } from "./threads";
import type { ListOutput, Thread } from "./types";
import { verb } from "./verbs";

export class Route {
  readonly element = h("section", { class: "bar route", "aria-label": "Flagged by agents", hidden: true });
  private readonly text = h("span");
  private ids: string[] = [];
  private at = -1;
  private more = ""; // flags that are not listed

  constructor(private readonly go: (t: Thread) => Promise<void>) {
    const next = button("Next", () => this.next(), { title: "Next flagged location (o)" });
    this.element.append(this.text, h("span", { class: "grow" }), next);
    on("threads", () => void this.read().catch(() => undefined)); // the threads are shown without the route
  }

  private async read(): Promise<void> {
    const any = [...state.threads.values()].some((t) => t.flag && t.workflowState !== "resolved");
    const { threads = [], unlisted = 0 } = any ? await verb<Partial<ListOutput>>("list", { flag: true }) : {};
    this.ids = threads.map((t) => t.id);
    this.more = unlisted > 0 ? `, and ${unlisted} more not listed` : "";
    this.draw();
  }

  private draw(): void {
    const n = this.ids.length;
    const t = state.threads.get(this.ids[this.at] ?? "");
    const all = `Agents flagged ${plural(n, "location")}${this.more}. These are claims: read the rest, too.`;
    this.text.textContent = t ? `${this.at + 1} of ${n} flagged: ${placeWords(t)}` : all;
    this.element.hidden = n === 0;
    keepHeld();
  }

  /** Goes to the next place, and from the last one to the first. */
  async next(): Promise<void> {
    if (this.ids.length === 0) return;
    this.at = (this.at + 1) % this.ids.length;
    this.draw();
    const t = state.threads.get(this.ids[this.at] ?? "");
    if (t) await this.go(t);
  }
}
