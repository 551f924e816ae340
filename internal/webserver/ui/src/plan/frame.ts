/** The bar of the page and its status line. */
import { layoutChoice, layouts, topBar, type Choice } from "../shared/bar";
import { button, fill, h, refill, timeOf } from "../shared/dom";
import type { Keys } from "../shared/keys";
import { shown } from "../shared/odd";
import { pages, projectName } from "../shared/pages";
import { sayParts } from "../review/say";
import type { Shown } from "./types";

const views = [["rendered", "Rendered"], ...layouts] as const;

export type PlanView = (typeof views)[number][0];

export interface Acts {
  version: (n: number) => void;
  toggle: () => void;
  view: (view: PlanView) => void;
}

export class Frame {
  private readonly what = h("div", { class: "what" });
  private readonly version: HTMLSelectElement;
  private readonly toggle: HTMLButtonElement;
  private readonly layout: Choice<PlanView>;
  readonly reach: (yes: boolean) => void;
  readonly bar = h("div", { class: "verdict" });
  readonly said = h("p", { class: "bar", role: "status", hidden: true });
  readonly main = h("main", {});
  readonly outline = h("nav", { class: "outline", "aria-label": "Outline" });
  readonly pages = pages("/plan");

  constructor(keys: Keys, acts: Acts) {
    const choose = () => acts.version(Number(this.version.value));
    this.version = h("select", { "aria-label": "Version", onchange: choose, hidden: true });
    this.toggle = button("Changes", acts.toggle, { title: "Changes (d)", hidden: true });
    this.layout = layoutChoice(views, acts.view);
    this.layout.element.hidden = true;
    const { element, reach } = topBar({
      what: [projectName("plan"), this.what],
      pages: this.pages.element,
      tools: [this.version, this.toggle, this.layout.element],
      help: () => keys.help(),
      acts: [this.bar],
    });
    const columns = h("div", { class: "columns" }, this.outline, this.main);
    document.body.replaceChildren(element, this.said, columns, ...sayParts());
    this.reach = reach;
  }

  /** Shows the plan, its version, and the layout of the changes if they are shown. */
  head(now: Shown, changes: boolean, view: PlanView | undefined): void {
    this.version.hidden = false;
    this.toggle.hidden = now.shown === 1;
    this.toggle.setAttribute("aria-pressed", String(changes));
    this.layout.element.hidden = !view;
    if (view) this.layout.show(view);
    const { plan } = now;
    const who = h("span", { class: "muted" }, shown(plan.authorName ?? plan.author), " ", timeOf(plan.at));
    fill(this.what, h("strong", { class: "cut", title: shown(plan.title) }, shown(plan.title)), who);
    const numbers = Array.from({ length: plan.versions }, (_, i) => plan.versions - i);
    refill(this.version, ...numbers.map((n) => h("option", { value: n }, `Version ${n}`)));
    this.version.value = String(now.shown);
  }

  /** Shows a message above the plan; an empty one hides the line. */
  say(text: string, kind: "" | "good" | "bad" = ""): void {
    this.said.textContent = text;
    this.said.className = `bar ${kind}`;
    this.said.hidden = text === "";
  }
}
