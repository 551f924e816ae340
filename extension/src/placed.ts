/** Where the threads of one open document are: the back end's last answer, and the edits since the text that it was given. */
import { isDeepStrictEqual } from "node:util";
import { covers, fromWire, shift, toWire, type Lines, type Shift } from "./position";
import type { Placement } from "./protocol";

/** The effect of an edit on the threads of a document. */
export interface Effect {
  /** By id: the new lines of threads that moved. */
  lines: Map<string, Lines>;
  /** Threads whose lines were replaced together with text around them: their place is not known. */
  covered: string[];
}

export class Placed {
  /** Edits since the text that was placed last. */
  private journal: { version: number; shifts: readonly Shift[] }[] = [];
  private requests = 0;
  private answered = 0; // the request whose answer is shown
  private moved: Set<string>; // threads that have moved since the last answer; at first all

  constructor(private placements: Map<string, Placement>) {
    this.moved = new Set(placements.keys());
  }

  get byId(): ReadonlyMap<string, Placement> {
    return this.placements;
  }

  edited(version: number, shifts: readonly Shift[]): Effect {
    this.journal.push({ version, shifts });
    const effect = applyTo(this.placements, shifts);
    for (const id of [...effect.lines.keys(), ...effect.covered]) this.moved.add(id);
    return effect;
  }

  /**
   * The text of a version is sent to the back end. The result takes the answer, unless that of a later request came
   * before it, and returns the threads whose places have changed since the last answer. The same place stays the same
   * object.
   */
  asked(version: number): (placements: Map<string, Placement>) => ReadonlySet<string> {
    const request = ++this.requests;
    return (placements) => {
      if (request < this.answered) return new Set();
      this.answered = request;
      this.journal = this.journal.filter((j) => j.version > version);
      for (const j of this.journal) applyTo(placements, j.shifts);
      const { moved, placements: before } = this;
      for (const id of new Set([...before.keys(), ...placements.keys()])) {
        const there = before.get(id);
        if (there && isDeepStrictEqual(there, placements.get(id))) placements.set(id, there);
        else moved.add(id);
      }
      this.moved = new Set();
      this.placements = placements;
      return moved;
    };
  }
}

/** Shifts all placements. */
function applyTo(placements: Map<string, Placement>, shifts: readonly Shift[]): Effect {
  const lines = new Map<string, Lines>();
  const covered: string[] = [];
  for (const [id, p] of placements) {
    const at = p.anchorState === "anchored" ? p : p.guess;
    const before = fromWire(at?.startLine, at?.endLine);
    if (!at || !before) continue;
    if (shifts.some((s) => covers(s, before))) covered.push(id);
    const after = shift(before, shifts);
    if (after === before) continue;
    Object.assign(at, toWire(after));
    lines.set(id, after);
  }
  return { lines, covered };
}
