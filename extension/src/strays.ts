/**
 * Text that a person types into a document by mistake, because a form that was asked for does not have the focus yet.
 * VS Code does not say who made an edit. Here an edit counts as typed if it is at the cursor or over the selection, and
 * if the cursor then moved by a key. No editor objects here, so that unit tests can load this.
 */

/** One edit; offsets are those of the text before its change. */
export interface Edit {
  at: number;
  length: number;
  text: string;
}

/** A change of the document, with the version that it makes. */
export interface Change {
  version: number;
  edits: readonly Edit[];
  /** False for what is surely not typed: the text is that of the disk, or a key undid something. */
  mayBeTyped: boolean;
}

/** A part of a text. */
export interface Part {
  start: number;
  end: number;
}

/** The part to be replaced by `was`; `words` is the text that was typed. */
export interface Found extends Part {
  words: string;
  was: string;
}

const limit = 10_000; // ms in which a form gets the focus, even on a slow machine
const near = 3; // lines that have to be the same before and after the typed words, including their own

/** The text that one key inserts: a character, two brackets, or a line break and the indentation after it. */
const oneKey = /^(?:\r?\n[ \t]*|.{1,2})$/su;

export class Strays {
  readonly was: string;
  private readonly before: string;
  private readonly after: string;
  private typed: string;
  private readonly states: Set<string>; // all that was between before and after
  private gone = ""; // words that another program has removed
  private isAround = true; // the selected text is still there, perhaps with brackets around it
  /** The last change, which counts as typed if the cursor moves by a key now. */
  asked: Change | undefined;
  private fits = true;
  private isClean = true; // the next key makes the document unsaved

  /** The selection is the text from start to end; `since` is the time, in ms. */
  constructor(
    private text: string,
    private version: number,
    private start: number,
    private end: number,
    private readonly since: number,
  ) {
    this.was = this.typed = text.slice(start, end);
    this.states = new Set([this.was]);
    this.before = text.slice(0, start).split("\n").slice(-near).join("\n");
    this.after = text.slice(end).split("\n").slice(0, near).join("\n");
  }

  change(change: Change, now: number): void {
    if (change.edits.length === 0) return; // it was saved, or is unsaved now
    if (change.version <= this.version) return; // it is the removal
    this.settle();
    if (change.version !== this.version + 1) this.fits = false;
    this.version = change.version;
    const isHere = change.edits.every((e) => this.start <= e.at && e.at + e.length <= this.end);
    if (isHere && change.mayBeTyped && now - this.since <= limit) this.asked = change;
    else this.apart(change);
  }

  /**
   * The cursor, or a selection, is there now. VS Code does not say what moved it when the edit before made a saved file
   * unsaved, or changed the number of lines; then a single character counts as typed.
   */
  moved(start: number, end: number, isByKey: boolean): void {
    const { asked } = this;
    if (!asked) return;
    const isSilent = this.isClean || asked.edits.some((e) => (e.text + this.at(e)).includes("\n"));
    if (!isByKey && !(isSilent && asked.edits.every((e) => oneKey.test(e.text)))) return;
    const grown = asked.edits.reduce((n, e) => n + e.text.length - e.length, this.end);
    if (start < this.start || end > grown) return;
    this.asked = undefined;
    this.isClean = false;
    this.end = grown;
    this.isAround &&= asked.edits.every((e) => e.length === 0);
    this.apply(asked);
    this.typed = this.text.slice(this.start, this.end);
    this.states.add(this.typed);
  }

  /** The document was saved. */
  saved(): void {
    this.isClean = true;
  }

  /** The text that was typed; undefined if none was. */
  get found(): Found | undefined {
    this.settle();
    const { start, end, was, typed, gone } = this;
    return typed === was && !gone ? undefined : { start, end, was, words: gone + this.words };
  }

  /** The state after the removal of the words, if that is the next change: it can follow the keys that come after it. */
  removed(): Strays {
    const { text, start, end, was, typed } = this;
    const version = this.version + (typed === was ? 0 : 1);
    const rest = text.slice(0, start) + was + text.slice(end);
    const next = new Strays(rest, version, start, start + was.length, this.since);
    for (const state of this.states) next.states.add(state);
    return next;
  }

  /**
   * Where the typed words, or the text that they replaced, are in a text that another program wrote: the only place
   * with the same lines around it.
   */
  partIn(text: string): Part | undefined {
    if (!(this.before + this.after).trim()) return undefined;
    const parts = [...this.states].flatMap((state) => {
      const all = this.before + state + this.after;
      const start = this.before.length;
      return [...new Set([text.indexOf(all), text.lastIndexOf(all)])]
        .filter((at) => at >= 0)
        .map((at) => ({ start: at + start, end: at + start + state.length }));
    });
    return parts.length === 1 ? parts[0] : undefined;
  }

  /** Whether this is the text of the document, and all around the typed words is known. */
  isIn(text: string, version: number): boolean {
    this.settle();
    return this.fits && version === this.version && text === this.text;
  }

  /** A change that no key has followed came from another program or extension. */
  private settle(): void {
    const { asked } = this;
    this.asked = undefined;
    if (asked) this.apart(asked);
  }

  /** A change of others, which stays. If it touches the typed words, they are looked for by the lines around them. */
  private apart(change: Change): void {
    const { start, end } = this;
    const shift = change.edits
      .filter((e) => e.at + e.length <= start)
      .reduce((n, e) => n + e.text.length - e.length, 0);
    this.start += shift;
    this.end += shift;
    this.apply(change);
    if (!change.edits.some((e) => e.at < end && e.at + e.length > start)) return;
    const part = this.partIn(this.text);
    const state = part && this.text.slice(part.start, part.end);
    if (state !== this.typed && state !== this.was) this.fits = false;
    Object.assign(this, part);
    if (state !== this.was) return;
    this.gone += this.words;
    this.typed = state;
    this.isAround = true;
  }

  private at({ at, length }: Edit): string {
    return this.text.slice(at, at + length);
  }

  private get words(): string {
    return this.isAround ? this.typed.replace(this.was, () => "") : this.typed;
  }

  private apply({ edits }: Change): void {
    for (const { at, length, text } of [...edits].sort((a, b) => b.at - a.at))
      this.text = this.text.slice(0, at) + text + this.text.slice(at + length);
  }
}
