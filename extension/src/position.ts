/**
 * Lines between the wire and the editor. On every wire lines are counted from 1, and a range includes its last line; VS
 * Code counts from 0, in UTF-16 units within a line. Only this file converts between them.
 *
 * VS Code moves a thread's widget while the user types, but not `thread.range`: the next assignment to the thread would
 * move the widget back. So ranges are shifted here, at once, on every edit; a moment later the back end returns the
 * real places.
 */

/** First and last line of a place, counted from 0, both included. */
export interface Lines {
  start: number;
  end: number;
}

/** The part of a text change that moves lines. Positions are those before the change. */
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

/** The lines of a selection. One that ends before the first character of a line does not include that line. */
export function fromSelection(start: number, end: number, endCharacter: number): Lines {
  return { start, end: end > start && endCharacter === 0 ? end - 1 : end };
}

/** Limits lines to the document, whatever the back end has read. */
export function within(lines: Lines, lineCount: number): Lines {
  const last = Math.max(0, lineCount - 1);
  return { start: Math.min(lines.start, last), end: Math.min(lines.end, last) };
}

/** The line below a thread's widget, or the last one; without lines, the widget is above the first line. */
export const lineBelow = (lines: Lines | undefined, lineCount: number): number =>
  lines ? within({ start: lines.end + 1, end: lines.end + 1 }, lineCount).end : 0;

/**
 * Whether the newest message of a thread, directly above the line below it, is on the screen, which shows these lines.
 * If the line below is folded, it is between two of them.
 */
export function isEndShown(lines: Lines | undefined, lineCount: number, shown: readonly Lines[]): boolean {
  const below = lineBelow(lines, lineCount);
  if (shown.some((r) => r.start <= below && below <= r.end)) return true;
  return shown.some((r) => r.end === lines?.end) && shown.some((r) => r.start > below);
}

function newlines(text: string): number {
  let n = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) n++;
  return n;
}

/** An edit reduced to its lines; computed once for all threads of a file. */
export interface Shift extends Edit {
  /** Added lines minus removed lines. */
  delta: number;
}

/** The edits of one event all refer to the text before it, so they are applied from the last to the first. */
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
 * Whether a change replaced the lines together with text around them, for example when a file is read again from the
 * disk: their new place is not known from the change.
 */
export function covers(s: Shift, { start, end }: Lines): boolean {
  if (s.startLine > start || s.endLine < end || (s.startLine === start && s.endLine === end)) return false;
  return s.endLine + s.delta >= end && s.text.trim() !== "";
}

function shiftOne(lines: Lines, s: Shift): Lines {
  const { start, end } = lines;
  if (s.startLine > end || covers(s, lines)) return lines;
  // A change that ends where the first line begins shifts the whole place.
  if (s.endLine < start || (s.endLine === start && s.endCharacter === 0)) {
    return s.delta === 0 ? lines : moved(start + s.delta, end + s.delta);
  }
  // A new line at the end of the last line, or inside it: the text after it counts as new until the back end knows
  // better.
  if (s.startLine === end && s.endLine === end && s.startCharacter > 0 && s.text.trim() === "") return lines;
  const first = Math.min(start, s.startLine);
  return moved(first, Math.max(first, end + s.delta));
}

function moved(start: number, end: number): Lines {
  return { start: Math.max(0, start), end: Math.max(0, end) };
}
