/**
 * What is around the response: the other responses with their headings, and the feedback for the agent. With little
 * room, only the button that copies the feedback is shown.
 */
import { button, fill, h, timeOf } from "../shared/dom";
import { shown } from "../shared/odd";
import { firstWords } from "../review/text";
import type { Answer } from "./types";

const parts = 12; // headings of one response that are listed

export class Beside {
  readonly outline = h("nav", { class: "outline", "aria-label": "Outline" });
  readonly feedback = h("aside", { class: "beside", "aria-label": "Feedback" });
  private readonly text = h("pre", { tabindex: 0, "aria-label": "Feedback preview" });
  private readonly none = h(
    "p",
    {},
    "Select text in the response and press Keep or Drop. The feedback for the agent appears here.",
  );
  private drawn = "";

  constructor(
    private readonly article: HTMLElement,
    private readonly go: (index: number) => void,
  ) {
    this.feedback.append(h("h2", {}, "Feedback preview"), this.none, this.text);
    this.show("");
  }

  /** The responses, newest first, and the headings of the shown one. */
  draw(answers: Answer[], index: number): void {
    const looks = JSON.stringify([answers.map((a) => a.id), index]);
    if (this.drawn === looks) return;
    this.drawn = looks;
    const items = answers.map((answer, i) => {
      const who = h("span", {}, shown(answer.agent), " ", timeOf(answer.at));
      const first = h("span", { class: "first cut" }, shown(firstWords(answer.text.slice(0, 2000)).slice(0, 90)));
      const item = button([who, first], () => this.go(i), {
        class: "answer-item",
        "aria-current": i === index ? "true" : null,
      });
      return h("li", {}, item, i === index ? this.headings() : null);
    });
    fill(this.outline, h("h2", {}, "Responses"), h("ol", {}, ...items));
  }

  private headings(): HTMLElement | null {
    const all = [...this.article.querySelectorAll<HTMLElement>("h1, h2, h3, h4")].slice(0, parts);
    if (all.length === 0) return null;
    const go = (heading: HTMLElement) => () => heading.scrollIntoView({ block: "start" });
    return h("ul", {}, ...all.map((one) => h("li", {}, button(one.textContent, go(one), { class: "part" }))));
  }

  show(text: string): void {
    this.text.textContent = text.split("\n").map(shown).join("\n");
    this.text.hidden = text === "";
    this.none.hidden = text !== "";
  }
}
