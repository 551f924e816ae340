/** A thread on the plan: its messages, what became of its passage, and whether the agent has answered. */
import { button, h, timeOf } from "../shared/dom";
import { OUTCOMES, valueOf } from "../shared/enums";
import { initials, shown } from "../shared/odd";
import { isPerson, linesWords, nameOf } from "../shared/threadWords";
import { markdown } from "../review/markdown";
import type { PlanThread, Shown } from "./types";

/** The actions of a card. */
export interface Acts {
  reply: (id: string, message: string) => Promise<void>;
  resolve: (id: string, open: boolean) => Promise<void>;
}

const passages: Record<string, [word: string, badge: string]> = {
  kept: ["Kept", "quiet"],
  edited: ["Edited", "new"],
  gone: ["Gone", "stale"],
  whole: ["Whole plan", "quiet"],
};

export function card(t: PlanThread, plan: Shown, acts: Acts): HTMLElement {
  const box = h("textarea", { rows: 2, "aria-label": "Reply", placeholder: "Reply…" });
  const done = t.workflowState === "resolved";
  const send = async () => {
    if (box.value.trim() === "") return;
    reply.disabled = box.readOnly = true; // it is sent once, and what is typed now would be lost
    await acts.reply(t.id, box.value);
    reply.disabled = box.readOnly = false;
  };
  const reply = button("Reply", send);
  const settle = button(done ? "Reopen" : "Resolve", () => acts.resolve(t.id, done));
  return h(
    "article",
    {
      class: `thread${done ? " resolved" : ""}`,
      id: `t-${t.id}`,
      tabindex: -1,
      "aria-label": `Thread by ${nameOf(t)}`,
    },
    h("header", { class: "thread-head" }, h("span", { class: "place" }, placeOf(t)), ...badges(t, plan)),
    t.passage === "whole" ? null : h("blockquote", { class: "passage" }, shown(t.quote)),
    entry(t, t.body),
    ...t.replies.map((r) => entry(r, r.body)),
    h(
      "footer",
      { class: "thread-foot" },
      done ? null : box,
      h("div", { class: "thread-buttons" }, done ? null : reply, settle),
    ),
  );
}

function placeOf(t: PlanThread): string {
  if (t.passage === "whole") return "The whole plan";
  if (t.passage === "gone") return `From version ${t.version}`;
  const words = linesWords(t.startLine, t.endLine);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function badges(t: PlanThread, plan: Shown): HTMLElement[] {
  const out: HTMLElement[] = [];
  const badge = (word: string, kind: string, title = "") => {
    out.push(h("span", { class: `badge ${kind}`, title: title || null }, word));
  };
  const [word, kind] = passages[t.passage] ?? [t.passage, "quiet"];
  if (t.passage !== "whole" && (t.version !== plan.shown || t.passage === "gone"))
    badge(shown(word), kind, shown(t.reason ?? ""));
  if (t.workflowState === "resolved") badge("Resolved", "done");
  else if (t.answered && t.outcome) {
    const outcome = valueOf(OUTCOMES, t.outcome);
    badge(shown(outcome.word), outcome.badge);
  } else if (t.answered) badge("Answered", "good");
  else if (t.version < plan.shown) badge("Not answered", "bad", `Written on version ${t.version}`);
  return out;
}

function entry(said: { author: string; authorName?: string; createdAt?: string }, body: string): HTMLElement {
  const name = nameOf(said);
  return h(
    "div",
    { class: `said ${isPerson(said) ? "human" : "agent"}` },
    h("span", { class: "avatar", "aria-hidden": "true" }, initials(name)),
    h(
      "div",
      { class: "said-head" },
      h("strong", {}, shown(name)),
      isPerson(said) ? null : h("span", { class: "badge agent" }, shown(said.author)),
      said.createdAt ? timeOf(said.createdAt) : null,
    ),
    markdown(body, () => undefined),
  );
}
