/** The threads on a plan and the open forms: each below its passage, in the text or in the changes. */
import { arrange, button, h } from "../shared/dom";
import { shown } from "../shared/odd";
import type { Blocks } from "./blocks";
import { Card, type Acts } from "./card";
import type { Changes, Note } from "./changes";
import type { Form } from "./editor";
import type { PlanThread, Shown } from "./types";

export class Said {
  readonly whole = h("div", { class: "whole" });
  readonly lost = h("div", { class: "lost" });
  readonly editors = new Map<string, Form>();
  private readonly cards = new Map<string, Card>();
  private readonly comment: HTMLElement;

  constructor(
    private readonly acts: Acts,
    whole: () => void,
  ) {
    this.comment = button("Comment on the whole plan", whole);
  }

  /**
   * Puts everything in its place. `before` is the version that changes are shown from; undefined while the text is
   * shown.
   */
  put(plan: Shown, before: Shown | undefined, body: Blocks | Changes): void {
    const whole: HTMLElement[] = [];
    const lost: HTMLElement[] = [];
    const notes: Note[] = [];
    for (const t of plan.threads) {
      const element = this.card(t, plan);
      const was = before?.threads.find((old) => old.id === t.id);
      if (t.passage === "whole") whole.push(element);
      else if (t.passage !== "gone") notes.push({ side: "new", line: t.endLine ?? t.startLine ?? 1, element });
      else if (was?.endLine) notes.push({ side: "old", line: was.endLine, element });
      else lost.push(element);
    }
    for (const form of this.editors.values()) {
      const { on, plan: its, version, element } = form;
      const here = its.id === plan.plan.id;
      const other = version === plan.shown ? "" : `version ${version}`;
      form.entitle(here ? other : `another plan, “${shown(its.title)}”`);
      if (!on.end || !here) whole.push(element);
      else if (version === plan.shown) notes.push({ side: "new", line: on.end, element });
      else if (version === before?.shown) notes.push({ side: "old", line: on.end, element });
      else whole.push(element);
    }
    lost.push(...body.show(notes));
    arrange(this.whole, [this.comment, ...whole]);
    const title = this.lost.querySelector("h2") ?? h("h2", {}, "Comments on deleted passages");
    arrange(this.lost, lost.length > 0 ? [title, ...lost] : []);
  }

  private card(t: PlanThread, plan: Shown): HTMLElement {
    let card = this.cards.get(t.id);
    if (card) card.show(t, plan);
    else this.cards.set(t.id, (card = new Card(t, plan, this.acts)));
    return card.element;
  }

  /** Goes to the next thread on the page, from the focused one or from the top of the screen. */
  step(by: 1 | -1): void {
    const all = [...document.querySelectorAll<HTMLElement>("main article.thread")];
    const at = all.findIndex((t) => t.contains(document.activeElement));
    const below = all.findIndex((t) => t.getBoundingClientRect().top > 60);
    const from = at >= 0 ? at + by : by > 0 ? below : (below < 0 ? all.length : below) - 1;
    const next = all[from];
    next?.scrollIntoView({ block: "center" });
    next?.focus({ preventScroll: true });
  }
}
