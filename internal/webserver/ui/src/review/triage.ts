/**
 * Works through the findings of agents and linters: each one, or all chosen ones, is accepted or dismissed. Accepting
 * is a reply of the person, so that the agent is notified; a dismissed finding is declined and resolved.
 */
import { button, h, plural } from "../shared/dom";
import { failed, announce } from "./say";
import { change, threadsKnown } from "./threads";
import type { Thread } from "./types";

type Word = "accept" | "dismiss";

const said = { accept: "Accepted", dismiss: "Dismissed" } as const;

export class Triage {
  private readonly all: HTMLInputElement = h("input", {
    type: "checkbox",
    onchange: () => this.choose(this.findings(), this.all.checked),
  });
  private readonly words = h("span");
  readonly bar = h(
    "div",
    { class: "triage", role: "group", "aria-label": "Selected findings", hidden: true },
    h("label", {}, this.all, this.words),
    h("span", { class: "grow" }),
    button("Accept", () => this.decide("accept"), { title: "Accept (a)" }),
    button("Dismiss", () => this.decide("dismiss"), { title: "Dismiss (i)" }),
  );
  readonly chosen = new Set<string>();
  private busy: Promise<void> = Promise.resolve();

  constructor(
    /** The findings, in the order of the list. */
    private readonly findings: () => Thread[],
    private readonly go: (t: Thread) => Promise<void>,
    private readonly redraw: () => void,
  ) {}

  draw(): void {
    const all = this.findings();
    const ids = new Set(all.map((t) => t.id));
    for (const id of this.chosen) if (!ids.has(id)) this.chosen.delete(id);
    const n = this.chosen.size;
    this.all.checked = n === all.length;
    this.all.indeterminate = n > 0 && n < all.length;
    this.words.textContent = n > 0 ? `${n} selected` : "All";
    this.bar.hidden = all.length === 0;
  }

  choose(these: Thread[], yes: boolean): void {
    for (const { id } of these) {
      if (yes) this.chosen.add(id);
      else this.chosen.delete(id);
    }
    this.redraw();
  }

  /** Goes to the first finding. */
  begin(): void {
    this.next(async () => {
      await threadsKnown;
      const [first] = this.findings();
      if (first) await this.go(first);
      else announce("No agent findings are waiting for you.");
    });
  }

  /** Decides on the chosen findings, otherwise on the one that the keyboard is on, and goes to the next. */
  decide(word: Word): void {
    this.next(() => this.now(word));
  }

  /** One act after the other: keys that are pressed meanwhile wait, and none is lost when an act fails. */
  private next(act: () => Promise<void>): void {
    this.busy = this.busy.then(act).catch((error: unknown) => failed("Could not continue", error));
  }

  private async now(word: Word): Promise<void> {
    const all = this.findings();
    const many = all.filter((t) => this.chosen.has(t.id));
    const at = all.findIndex((t) => t.id === here());
    const these = many.length > 0 ? many : all.slice(at, at + 1).filter(() => at >= 0);
    if (these.length === 0) {
      announce("Choose a finding first.");
      return;
    }
    const ids = these.map((t) => t.id);
    try {
      await change("triage", { ids, dismiss: word === "dismiss" });
      for (const id of ids) this.chosen.delete(id); // others may have been chosen meanwhile
      this.redraw();
    } catch (error) {
      failed("Could not save the decision", error);
      return;
    }
    const left = this.findings();
    const next = left[at >= 0 && many.length === 0 ? at : 0] ?? left[0];
    const rest = left.length > 0 ? `${plural(left.length, "finding")} left` : "No findings left";
    announce(`${said[word]}: ${ids.length}. ${rest}.`);
    if (next && many.length === 0) await this.go(next);
  }
}

/** The thread that the keyboard is on, in the diff or in the list. */
function here(): string {
  const at = document.activeElement?.closest<HTMLElement>("article.thread[id], .item[data-thread]");
  return at?.dataset["thread"] ?? at?.id.slice(2) ?? "";
}
