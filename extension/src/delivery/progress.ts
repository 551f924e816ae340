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
  /** The threads that no agent has answered. */
  private readonly waits = new Set<string>();
  /** The agents that work, by thread. */
  private readonly works = new Map<string, string>();

  /** Counts threads that have changed; undefined for one that is gone. */
  take(changed: Iterable<readonly [string, ThreadDetail | undefined]>): Standing {
    const taken: ThreadDetail[] = [];
    for (const [id, t] of changed) {
      const isAnswered = t?.receipt?.state === "answered";
      if (t && (isWork(t) || (isAnswered && this.waits.has(id)))) taken.push(t);
      if (t && isWork(t)) this.works.set(id, agentOf(t));
      else this.works.delete(id);
      this.waits[t?.receipt && isOpen(t) && !isAnswered ? "add" : "delete"](id);
    }
    const working = new Set(this.works.values());
    for (const agent of working) if (!this.rounds.has(agent)) this.rounds.set(agent, new Set());
    const standing: Standing = { words: [], finished: [] };
    for (const [by, round] of this.rounds) {
      for (const t of taken) round[agentOf(t) === by ? "add" : "delete"](t.id);
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
