/** Questions of agents to the reader: one click answers. */
import { button, fill, h, plural } from "../shared/dom";
import { awaitsHuman, isDue, isOpen, placeOf } from "../shared/threadWords";
import { markdown } from "./markdown";
import { on, state } from "./state";
import { shown } from "./text";
import { change, undoable } from "./threads";
import type { Thread } from "./types";
import { worked } from "./say";

/** Whether an open thread waits for the reader: an agent asks, proposes to resolve it, or spoke last. */
export function awaitsReader(t: Thread): boolean {
  if (!isDue(t) || t.target === "response") return false;
  return t.question !== undefined || awaitsHuman(t);
}

/** The threads with an open question, the oldest question first. */
export function questions(): Thread[] {
  const all = [...state.threads.values()].filter((t) => t.question && isOpen(t));
  return all.sort((a, b) => ((a.question?.at ?? "") < (b.question?.at ?? "") ? -1 : 1));
}

/** The choices below the message that asks. */
export function choiceRow(t: Thread, choices: string[]): HTMLElement {
  const version = t.question?.version; // of what the reader sees now
  const row = h("div", { class: "choices", role: "group", "aria-label": "Choices" });
  const answer = async (choose: string) => {
    row.inert = true;
    const sent = worked(change("reply", { id: t.id, choose, version }), "Could not answer");
    if (await sent) await undoable(`Chose “${shown(choose)}”.`);
    else row.inert = false;
  };
  row.append(...choices.map((choice) => button(shown(choice), () => answer(choice), { class: "choice" })));
  return row;
}

/** The oldest question, above everything else. */
export class QuestionBar {
  readonly element = h("details", { class: "bar question", "aria-label": "Questions for you", hidden: true });
  private readonly place = button("", () => questions().slice(0, 1).forEach(this.go), { class: "link" });
  private readonly rest = h("span", { class: "muted" });
  private looks = "";

  constructor(private readonly go: (t: Thread) => void) {
    on("threads", () => {
      const [t, ...rest] = questions();
      const looks = JSON.stringify([t?.id, t?.question]);
      this.place.textContent = t ? shown(placeOf(t)) : "";
      this.rest.textContent = rest.length > 0 ? plural(rest.length, "more question") : "";
      if (looks !== this.looks) this.draw(t);
      this.looks = looks;
    });
  }

  private draw(t: Thread | undefined): void {
    this.element.hidden = !t;
    if (!t?.question) return;
    const { authorName, choices, reply } = t.question;
    const asked = markdown(t.thread.find((r) => r.id === reply)?.body ?? t.body, () => undefined);
    asked.classList.add("asked");
    const more = button("Show more", () => {
      more.remove();
      asked.classList.add("whole");
      asked.tabIndex = 0; // it may scroll
      asked.focus();
    });
    new ResizeObserver(() => (more.hidden = asked.scrollHeight <= asked.clientHeight)).observe(asked);
    const name = h("strong", {}, `${shown(authorName ?? "") || "An agent"} asks:`);
    const row = choiceRow(t, choices);
    row.prepend(this.place, asked, more);
    fill(this.element, h("summary", {}, name, " ", this.rest), row);
    this.element.open = true;
  }
}
