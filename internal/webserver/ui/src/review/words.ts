/** Which words of a changed line differ. Pure, and bounded: a word diff of long lines takes minutes. */
import { diffWordsWithSpace } from "diff";
import type { Row } from "./rows";
import type { Mark } from "./text";
import type { Line } from "./types";

export const longest = 1000; // letters of a line that is compared
const sharedAtLeast = 0.3; // below that nearly everything would be marked, which does not help
const mostPairs = 60; // in one run

/** Removed and added lines that belong together, in a list of rows. */
export function pairs(rows: Row[]): [Line, Line][] {
  const all: [Line, Line][] = [];
  let removed: Line[] = [],
    added: Line[] = [];
  const flush = () => {
    all.push(...match(removed, added));
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind !== "code" || (row.left && row.left === row.right)) {
      flush();
      continue;
    }
    if (row.left && !row.right && added.length > 0 && removed.length > 0) flush();
    if (row.left) removed.push(row.left);
    if (row.right) added.push(row.right);
  }
  flush();
  return all;
}

function match(removed: Line[], added: Line[]): [Line, Line][] {
  if (removed.length === 0 || added.length === 0 || Math.min(removed.length, added.length) > mostPairs) return [];
  if (removed.length === added.length) return removed.map((l, i) => [l, added[i] ?? l]);
  // Each line of the shorter side takes the most similar free line of the other, in order.
  const found: [Line, Line][] = [];
  const [few, many] = removed.length < added.length ? [removed, added] : [added, removed];
  let from = 0;
  few.forEach((line, i) => {
    let best = -1,
      likeness = 0.4;
    const until = many.length - (few.length - i) + 1;
    for (let j = from; j < Math.min(until, from + 20); j++) {
      const l = alike(line.text, many[j]?.text ?? "");
      if (l > likeness) [best, likeness] = [j, l];
    }
    const other = many[best];
    if (!other) return;
    found.push(few === removed ? [line, other] : [other, line]);
    from = best + 1;
  });
  return found;
}

/** The share of two lines that is equal, from both ends. */
function alike(a: string, b: string): number {
  const x = a.trim(),
    y = b.trim();
  const least = Math.min(x.length, y.length);
  if (least === 0) return 0;
  let head = 0,
    tail = 0;
  while (head < least && x[head] === y[head]) head++;
  while (tail < least - head && x[x.length - 1 - tail] === y[y.length - 1 - tail]) tail++;
  return (head + tail) / Math.max(x.length, y.length);
}

/** The marks on both lines of a pair; none when they have too little in common. */
export function changedWords(a: string, b: string): { removed: Mark[]; added: Mark[] } {
  const none = { removed: [], added: [] };
  if (a.length > longest || b.length > longest || a === b) return none;
  // Without a result within the bound it returns undefined, which its types do not say.
  const parts = diffWordsWithSpace(a, b, { maxEditLength: 200 });
  if (!parts) return none;
  const removed: Mark[] = [],
    added: Mark[] = [];
  let i = 0,
    j = 0,
    same = 0;
  for (const part of parts) {
    const n = part.value.length;
    if (part.removed) grow(removed, i, i + n, a);
    else if (part.added) grow(added, j, j + n, b);
    else same += part.value.trim().length;
    if (!part.added) i += n;
    if (!part.removed) j += n;
  }
  const shorter = Math.min(a.trim().length, b.trim().length);
  return shorter === 0 || same / shorter < sharedAtLeast ? none : { removed, added };
}

/** Adds a mark; two with only a blank between them become one. */
function grow(marks: Mark[], from: number, to: number, text: string): void {
  const last = marks.at(-1);
  if (last && text.slice(last.to, from).trim() === "") last.to = to;
  else marks.push({ from, to, class: "word" });
}
