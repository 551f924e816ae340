/**
 * What is around the response: the other responses with their headings, and the feedback for the agent. With little
 * room, only the button that copies the feedback is shown.
 */
import { button, h, refill, timeOf } from "../shared/dom";
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

  constructor(
    private readonly article: HTMLElement,
    private readonly go: (index: number) => void,
  ) {
    this.feedback.append(h("h2", {}, "Feedback preview"), this.none, this.text);
    this.show("");
  }

  /** The responses, newest first, and the headings of the shown one. */
  draw(answers: Answer[], index: number): void {
    const items = answers.map((answer, i) => {
      const who = h("span", {}, shown(answer.agent), " ", timeOf(answer.at));
      const first = h("span", { class: "first cut" }, shown(firstWords(answer.text.slice(0, 2000)).slice(0, 90)));
      const item = button([who, first], () => this.go(i), {
        class: "answer-item",
        "aria-current": i === index ? "true" : null,
      });
      return h("li", {}, item, i === index ? this.headings() : null);
    });
    refill(this.outline, h("h2", {}, "Responses"), h("ol", {}, ...items));
  }

  private headings(): HTMLElement | null {
    const all = () => [...this.article.querySelectorAll("h1, h2, h3, h4")].slice(0, parts);
    const items = all().map(({ textContent }, i) => {
      const go = () => all()[i]?.scrollIntoView({ block: "start" }); // the response may be drawn anew before
      return h("li", {}, button(textContent, go, { class: "part" }));
    });
    return items.length > 0 ? h("ul", {}, ...items) : null;
  }

  show(text: string): void {
    this.text.textContent = text.split("\n").map(shown).join("\n");
    this.text.hidden = text === "";
    this.none.hidden = text !== "";
  }
}
