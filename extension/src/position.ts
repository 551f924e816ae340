/**
 * Lines between the wire and the editor. On every wire a line is counted from 1 and a range includes its last line;
 * VS Code counts from 0, in UTF-16 units within a line. Nothing outside this file adds or takes one.
 *
 * VS Code moves a thread's widget while the user types, but not `thread.range`: the next thing that is assigned to
 * the thread would put the widget back where it was. So ranges are shifted here, at once, on every edit; a moment
 * later the back end says what is really there.
 */

/** First and last line of a place, counted from 0, both included. */
export interface Lines {
  start: number;
  end: number;
}

/** What of a text change moves lines. Positions are those before the change. */
export interface Edit {
  startLine: number;
  startCharacter: number;
  endLine: number;
  endCharacter: number;
  text: string;
}

export function fromWire(startLine: number | undefined, endLine: number | undefined): Lines | undefined {
  if (startLine === undefined || startLine < 1) return undefined;
  return { start: startLine - 1, end: Math.max(startLine, endLine ?? startLine) - 1 };
}

export function toWire(lines: Lines): { startLine: number; endLine: number } {
  return { startLine: lines.start + 1, endLine: lines.end + 1 };
}

/** The lines that a selection means. One that ends before the first character of a line does not mean that line. */
export function fromSelection(start: number, end: number, endCharacter: number): Lines {
  return { start, end: end > start && endCharacter === 0 ? end - 1 : end };
}

/** Never past the end of the document, whatever the back end has read. */
export function within(lines: Lines, lineCount: number): Lines {
  const last = Math.max(0, lineCount - 1);
  return { start: Math.min(lines.start, last), end: Math.min(lines.end, last) };
}

function newlines(text: string): number {
  let n = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) n++;
  return n;
}

/** An edit as far as lines go; made once for all the threads of a file. */
export interface Shift extends Edit {
  /** Lines added less lines taken away. */
  delta: number;
}

/** Edits of one event all speak of the text before it, so they are taken from the last to the first. */
export function shiftsOf(edits: readonly Edit[]): Shift[] {
  return edits
    .map((e) => ({ ...e, delta: newlines(e.text) - (e.endLine - e.startLine) }))
    .filter((e) => e.delta !== 0 || e.endLine !== e.startLine)
    .sort((a, b) => b.startLine - a.startLine || b.startCharacter - a.startCharacter);
}

/** Where lines are after the edits; the same object when they did not move. */
export function shift(lines: Lines, shifts: readonly Shift[]): Lines {
  let at = lines;
  for (const s of shifts) at = shiftOne(at, s);
  return at;
}

/**
 * Whether a change put another text in the place of the lines and more, as when a file is read again from the disk:
 * where they are in it is not known from the change.
 */
export function covers(s: Shift, { start, end }: Lines): boolean {
  if (s.startLine > start || s.endLine < end || (s.startLine === start && s.endLine === end)) return false;
  return s.endLine + s.delta >= end && s.text.trim() !== "";
}

function shiftOne(lines: Lines, s: Shift): Lines {
  const { start, end } = lines;
  if (s.startLine > end || covers(s, lines)) return lines;
  // A change that ends where the first line begins pushes it down whole.
  if (s.endLine < start || (s.endLine === start && s.endCharacter === 0)) {
    return s.delta === 0 ? lines : moved(start + s.delta, end + s.delta);
  }
  // A new line at the end of the last one, or inside it: what follows is new until the back end knows better.
  if (s.startLine === end && s.endLine === end && s.startCharacter > 0 && s.text.trim() === "") return lines;
  const first = Math.min(start, s.startLine);
  return moved(first, Math.max(first, end + s.delta));
}

function moved(start: number, end: number): Lines {
  return { start: Math.max(0, start), end: Math.max(0, end) };
}
