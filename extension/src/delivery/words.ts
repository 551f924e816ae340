/** The texts about questions and the delivery of messages. No editor objects here, so that unit tests can load this. */
import { DELIVERIES, valueOf } from "../enums";
import type { Listener, Question, Reply, ThreadDetail } from "../protocol";
import { isOpen, isPerson } from "../threadWords";

/** The agents that are listening, the latest first. */
export interface Heard {
  agents?: readonly string[];
  /** Those in other worktrees. */
  elsewhere?: readonly Pick<Listener, "agent" | "worktree">[];
}

type Asking = Pick<ThreadDetail, "workflowState" | "question">;

/** The open question of a thread. */
export const askedIn = (t: Asking): Question | undefined => (isOpen(t) ? t.question : undefined);

/** Whether a thread has a person's message of which no agent was notified. */
export const isWaiting = (t: ThreadDetail): boolean => isOpen(t) && t.receipt?.state === "waiting";

/** Whether an agent works on a thread. */
export const isWork = (t: ThreadDetail): boolean => t.receipt?.state === "working" || t.receipt?.state === "asked";

/** The message that the receipt is about: the newest of a person or, if there is none, the first. */
export function receiptFor(t: ThreadDetail): string | undefined {
  if (!t.receipt) return undefined;
  return [t, ...t.thread].findLast((said) => isPerson(said))?.id ?? t.id;
}

/** How far the person's newest message has come. `running` is an agent that could get it. */
export function stepWords({ receipt }: Pick<ThreadDetail, "receipt">, running?: string): string {
  if (!receipt) return "";
  const { state, by = "" } = receipt;
  const agent = asLabel(by) || "an agent";
  const word = valueOf(DELIVERIES, state).word;
  switch (state) {
    case "waiting":
      return `${word}: no agent has been notified; ${asLabel(running ?? "no agent")} is running`;
    case "told":
      return `${word}: ${agent}`;
    case "read":
    case "answered":
      return `${word} by ${agent}`;
    case "working":
      return `${agent} is working on it`;
    case "asked":
      return `${agent} is working on it, in a sandbox`;
    default:
      return asLabel(state); // from a newer program
  }
}

/** The same in small print, with the time. */
export function receiptWords(t: ThreadDetail, { agents = [], elsewhere = [] }: Heard): string {
  const there = elsewhere.find(({ worktree }) => worktree === t.worktree)?.agent;
  const timed = /^(told|read|answered)$/.test(t.receipt?.state ?? "");
  return stepWords(t, t.elsewhere ? there : agents[0]) + (timed ? timeOf(t.receipt?.at) : "");
}

/** After a comma, the time of day, with the date unless it is today; "" if the time is not known. */
function timeOf(at: string | undefined): string {
  if (!at) return "";
  const then = new Date(at);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return then.toDateString() === new Date().toDateString() ? `, ${time}` : `, ${then.toLocaleDateString()} ${time}`;
}

/** One word for how far it has come; "" when no message is on its way. */
export const receiptWord = (t: ThreadDetail): string =>
  t.receipt ? asLabel(valueOf(DELIVERIES, t.receipt.state).word).toLowerCase() : "";

/** The advice if messages wait and no agent is running; undefined otherwise. */
export const nobodyWords = (waiting: number, { agents = [] }: Heard): string | undefined =>
  waiting > 0 && agents.length === 0 ? "No agent is running. Start one and say “look at my comments”." : undefined;

/** The choice of a person, in the small print of the reply. */
export function choiceWords({ choice, body }: Pick<Reply, "choice" | "body">): string {
  if (!choice) return "";
  return choice === body ? "Chosen" : `Chose “${asLabel(choice)}”`;
}

/** The choices as links, one in a row. address returns the link to a choice. */
export function choiceRows({ choices }: Question, address: (n: number) => string): string {
  return choices.map((c, i) => `- [${asPlain(c)}](${address(i)} "Send choice ${i + 1} as your reply")`).join("\n");
}

/** The same choices as text, for readers that cannot click. */
export const choicesAsText = ({ choices }: Question): string => choices.map((c) => `- ${asPlain(c)}`).join("\n");

/** An agent's text inside Markdown whose links run commands: every sign but letters, digits and spaces is escaped. */
function asPlain(text: string): string {
  return asLabel(text).replaceAll(/[^\p{L}\p{N}\p{M} ]/gu, (c) => `&#${String(c.codePointAt(0))};`);
}

/** An agent's text on one line, for a label or a message: without icons, links and characters that reverse the text. */
export function asLabel(text: string): string {
  return asText(text.replaceAll(odd, "◆")).replaceAll("$(", "$\u200b(").trim();
}

/** A text for a message: without links and characters that reverse the text. */
export function asText(text: string): string {
  return text.replaceAll(odd, (c) => (c === "\n" || c === "\u200b" ? c : "◆")).replaceAll("](", "]\u200b(");
}

/** Control characters, line breaks, and characters that change the order of letters or are invisible. */
// eslint-disable-next-line no-control-regex
const odd = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
