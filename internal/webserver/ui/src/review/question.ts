/** Questions of agents to the reader: one click answers. */
import { button, fill, h, plural } from "../shared/dom";
import { isDue, isOpen, isPerson, lastWord } from "../shared/threadWords";
import { failed } from "./say";
import { on, state } from "./state";
import { firstWords, shown } from "./text";
import { change } from "./threads";
import type { Thread } from "./types";

/** Whether an open thread waits for the reader: an agent asks, proposes to resolve it, or spoke last. */
export function awaitsReader(t: Thread): boolean {
  if (!isDue(t) || t.target === "response") return false;
  return t.question !== undefined || !!t.resolveProposedBy || !isPerson(lastWord(t));
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
  const answer = (n: number) => {
    for (const b of row.querySelectorAll("button")) b.disabled = true;
    change<unknown>("reply", { id: t.id, choose: String(n), version }).catch((error: unknown) => {
      failed("Could not answer", error);
      for (const b of row.querySelectorAll("button")) b.disabled = false;
    });
  };
  row.append(...choices.map((choice, i) => button(shown(choice), () => answer(i + 1), { class: "choice" })));
  return row;
}

/** The oldest question, above everything else. */
export class QuestionBar {
  readonly element = h("section", { class: "bar question", "aria-label": "Questions for you", hidden: true });
  private looks = "";

  constructor(go: (t: Thread) => void) {
    on("threads", () => {
      const [t, ...rest] = questions();
      const looks = JSON.stringify([t?.id, t?.question, rest.length]);
      if (looks === this.looks) return;
      this.looks = looks;
      this.element.hidden = !t;
      if (!t?.question) return;
      const { authorName, body, choices } = t.question;
      fill(
        this.element,
        h("strong", {}, `${shown(authorName ?? "") || "An agent"} asks:`),
        h("span", { class: "asked" }, shown(firstWords(body))),
        choiceRow(t, choices),
        h("span", { class: "grow" }),
        rest.length > 0 ? h("span", { class: "muted nowrap" }, plural(rest.length, "more question")) : null,
        button("Show", () => go(t)),
      );
    });
  }
}
