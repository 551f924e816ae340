/** How far agents have come with the threads of a round. No editor objects here, so that unit tests can load this. */
import type { ThreadDetail } from "../protocol";
import { isOpen } from "../threadWords";
import { asLabel, isWork } from "./words";

/** Which agents work now, in words, and those for which no thread of a round waits any more. */
interface Standing {
  words: string[];
  finished: string[];
}

export class Progress {
  /** The threads of a round, by agent: those that it took, and those that it answered meanwhile. */
  private readonly rounds = new Map<string, Set<string>>();
  /** The threads that no agent had answered the last time. */
  private waits = new Set<string>();

  take(threads: readonly ThreadDetail[]): Standing {
    const before = this.waits;
    const isAnswered = (t: ThreadDetail): boolean => t.receipt?.state === "answered";
    this.waits = new Set(threads.filter((t) => isOpen(t) && t.receipt && !isAnswered(t)).map(({ id }) => id));
    const working = new Set(threads.filter(isWork).map(agentOf));
    for (const agent of working) if (!this.rounds.has(agent)) this.rounds.set(agent, new Set());
    const changed = threads.filter((t) => isWork(t) || (isAnswered(t) && before.has(t.id)));
    const standing: Standing = { words: [], finished: [] };
    for (const [by, round] of this.rounds) {
      for (const t of changed) round[agentOf(t) === by ? "add" : "delete"](t.id);
      const [agent, left] = [asLabel(by), [...round].filter((id) => this.waits.has(id)).length];
      if (working.has(by)) standing.words.push(`${agent}: ${round.size - left} of ${round.size}`);
      else if (left === 0) {
        this.rounds.delete(by);
        if (round.size > 1) standing.finished.push(agent);
      }
    }
    return standing;
  }
}

const agentOf = ({ receipt }: ThreadDetail): string => receipt?.by ?? "an agent";
