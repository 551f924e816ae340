/** Questions of agents and the way of the person's words, as text. No editor objects here: the unit tests read this. */
import { DELIVERIES, valueOf } from "../enums";
import type { Question, Reply, ThreadDetail } from "../protocol";
import { isOpen, isPerson } from "../threadWords";

/** Which agents are there to hear, the latest first. */
export interface Heard {
  agents?: readonly string[];
}

type Asking = Pick<ThreadDetail, "workflowState" | "question">;

/** The question of a thread that stands. */
export const askedIn = (t: Asking): Question | undefined => (isOpen(t) ? t.question : undefined);

/** Whether words of the person wait in a thread that no agent was told of. */
export const isWaiting = (t: ThreadDetail): boolean =>
  isOpen(t) && t.receipt?.state === "waiting" && t.elsewhere === undefined;

/** The message that the receipt is about: the newest of a person. */
export function receiptFor(t: ThreadDetail): string | undefined {
  if (!t.receipt) return undefined;
  return [t, ...t.thread].findLast((said) => isPerson(said))?.id;
}

/** How far the newest words of the person have come, in small print: who has heard, and when. */
export function receiptWords(t: ThreadDetail, { agents = [] }: Heard): string {
  if (!t.receipt) return "";
  const { state, by, at } = t.receipt;
  const agent = asLabel(by ?? "") || "an agent";
  const word = valueOf(DELIVERIES, state).word;
  switch (state) {
    case "waiting": {
      const [first] = agents;
      const hears = first ? `${asLabel(first)} is listening` : "no agent is listening";
      return `${word}: no agent has been told; ${hears}`;
    }
    case "told":
      return `${word}: ${agent}, ${timeOf(at)}`;
    case "read":
    case "answered":
      return `${word} by ${agent}, ${timeOf(at)}`;
    default:
      return asLabel(state); // of a newer program
  }
}

/** The time of a day, with the day where that is another one. */
function timeOf(at: string): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return then.toDateString() === new Date().toDateString() ? time : `${then.toLocaleDateString()} ${time}`;
}

/** One word for how far they have come; "" where none are on their way. */
export const receiptWord = (t: ThreadDetail): string =>
  t.receipt ? asLabel(valueOf(DELIVERIES, t.receipt.state).word).toLowerCase() : "";

/** What to do where words wait and no agent is there; undefined where one is, or nothing waits. */
export function nobodyWords(threads: Iterable<ThreadDetail>, { agents = [] }: Heard): string | undefined {
  if (agents.length > 0) return undefined;
  for (const t of threads) {
    if (isWaiting(t)) return "No agent is listening. Start yours, and tell it that there are comments.";
  }
  return undefined;
}

/** What a person has chosen, in the small print of the reply. */
export function choiceWords({ choice, body }: Pick<Reply, "choice" | "body">): string {
  if (!choice) return "";
  return choice === body ? "Chosen" : `Chose “${asLabel(choice)}”`;
}

/** The answers to choose from as links, one in a row. address is what the link to an answer does. */
export function choiceRows({ choices }: Question, address: (n: number) => string): string {
  return choices.map((c, i) => `- [${asPlain(c)}](${address(i)} "Answers with choice ${i + 1}, as you")`).join("\n");
}

/** The same choices as text, for readers that cannot click. */
export const choicesAsText = ({ choices }: Question): string => choices.map((c) => `- ${asPlain(c)}`).join("\n");

/** A text of an agent within Markdown that may do something: each sign that is no letter, digit or space stands for itself. */
function asPlain(text: string): string {
  return asLabel(text).replaceAll(/[^\p{L}\p{N}\p{M} ]/gu, (c) => `&#${String(c.codePointAt(0))};`);
}

/** A text of an agent on one line, as a label or a message has it: no picture, no link, and no letters that run backwards. */
export function asLabel(text: string): string {
  return text.replaceAll(odd, "◆").replaceAll("$(", "$\u200b(").replaceAll("](", "]\u200b(").trim();
}

/** Control characters, line breaks, and what changes the order of letters or is not seen. */
// eslint-disable-next-line no-control-regex
const odd = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
