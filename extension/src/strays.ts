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

/** What has to be replaced by `was`; words are those that were typed. */
export interface Found {
  start: number;
  end: number;
  words: string;
  was: string;
}

const limit = 5000; // ms in which a form gets the focus

/** What one key inserts: a character, two brackets, or a line break and the space below it. */
const oneKey = /^(?:\r?\n[ \t]*|.{1,2})$/su;

export class Strays {
  private readonly was: string;
  private isAround = true; // the selected text is still there, perhaps with brackets around it
  private asked: Change | undefined; // it may be typed, if the cursor moves by a key now
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
    this.was = text.slice(start, end);
  }

  change(change: Change, now: number): void {
    if (change.edits.length === 0) return; // it was saved, or is unsaved now
    this.settle();
    if (change.version !== this.version + 1) this.fits = false;
    this.version = change.version;
    const isHere = change.edits.every((e) => this.start <= e.at && e.at + e.length <= this.end);
    if (isHere && change.mayBeTyped && now - this.since <= limit) this.asked = change;
    else this.apart(change);
  }

  /**
   * The cursor, or a selection, is there now. VS Code does not say what moved it when the edit before made a saved file
   * unsaved; then a single character counts as typed.
   */
  moved(start: number, end: number, isByKey: boolean): void {
    const { asked } = this;
    if (!asked) return;
    if (!isByKey && !(this.isClean && asked.edits.every((e) => oneKey.test(e.text)))) return;
    const grown = asked.edits.reduce((n, e) => n + e.text.length - e.length, this.end);
    if (start < this.start || end > grown) return;
    this.asked = undefined;
    this.isClean = false;
    this.end = grown;
    this.isAround &&= asked.edits.every((e) => e.length === 0);
    this.apply(asked);
  }

  /** The document was saved. */
  saved(): void {
    this.isClean = true;
  }

  /** What was typed; undefined for nothing. */
  get found(): Found | undefined {
    this.settle();
    const { start, end, was } = this;
    const typed = this.text.slice(start, end);
    if (typed === was) return undefined;
    return { start, end, was, words: this.isAround ? typed.replace(was, () => "") : typed };
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

  /** A change of others, which stays. */
  private apart(change: Change): void {
    const shift = change.edits
      .filter((e) => e.at + e.length <= this.start)
      .reduce((n, e) => n + e.text.length - e.length, 0);
    if (change.edits.some((e) => e.at < this.end && e.at + e.length > this.start)) this.fits = false;
    this.start += shift;
    this.end += shift;
    this.apply(change);
  }

  private apply({ edits }: Change): void {
    for (const { at, length, text } of [...edits].sort((a, b) => b.at - a.at))
      this.text = this.text.slice(0, at) + text + this.text.slice(at + length);
  }
}
