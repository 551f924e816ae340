/** Finds the words of a mark in the shown text. Pure; internal/review/feedback/span_find.go does the same in Go. */
import type { Mark, Stretch } from "./types";

/** A text without what its rendering changes, and the offset of each of its characters in the original text. */
interface Smooth {
  text: string;
  from: number[];
}

// Every run of white space becomes one space. A bare text has neither white space nor the characters of Markdown.
const marks = "*_~`#>|[]()!<\\-+=:&;";

function smooth(text: string, bare: boolean): Smooth {
  const out: string[] = [];
  const from: number[] = [];
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    const space = /\s/.test(c);
    if (bare ? space || marks.includes(c) : space && blank) continue;
    out.push(space ? " " : c);
    from.push(i);
    blank = space;
  }
  return { text: out.join(""), from };
}

/** Where a mark is in the shown text; undefined when its words are not there. */
export function placeOf(mark: Pick<Mark, "quote" | "span">, text: string): Stretch | undefined {
  return find(mark, text, false) ?? find(mark, text, true);
}

/** Of all places of the words, the one whose surroundings are most like the stored ones. */
function find({ quote, span }: Pick<Mark, "quote" | "span">, text: string, bare: boolean): Stretch | undefined {
  const all = smooth(text, bare);
  const words = smooth(quote, bare).text.trimEnd();
  if (words === "") return undefined;
  const prefix = smooth(span?.prefix ?? "", bare).text.trimEnd();
  const suffix = smooth(span?.suffix ?? "", bare).text.trimStart();
  const near = unitsOf(text, span?.start ?? 0);
  let best: Stretch | undefined;
  let score = -1;
  for (let at = all.text.indexOf(words); at >= 0; at = all.text.indexOf(words, at + 1)) {
    const start = all.from[at] ?? 0;
    const end = (all.from[at + words.length - 1] ?? 0) + 1;
    const like = likeEnd(all.text.slice(0, at), prefix) + likeStart(all.text.slice(at + words.length), suffix);
    const nearer = best && like === score && Math.abs(start - near) < Math.abs(best.start - near);
    if (like > score || nearer) {
      best = { start, end };
      score = like;
    }
  }
  return best;
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;
const longest = 64; // letters of a word

/** The word that contains a character; undefined if there is none, or if the browser does not know words. */
function wordAt(text: string, at: number): Stretch | undefined {
  const from = Math.max(0, at - longest);
  const found = segmenter?.segment(text.slice(from, at + longest)).containing(at - from);
  const start = from + (found?.index ?? 0);
  return found?.isWordLike ? { start, end: start + found.segment.length } : undefined;
}

/** A stretch with the rest of the words in which it begins and ends. */
export function snapped(text: string, { start, end }: Stretch): Stretch {
  return { start: wordAt(text, start)?.start ?? start, end: wordAt(text, end - 1)?.end ?? end };
}

/** How many characters at the end of a text equal the end of another one. */
function likeEnd(text: string, want: string): number {
  const a = text.slice(-want.length - 1).trimEnd();
  let n = 0;
  while (n < a.length && n < want.length && a.at(-1 - n) === want.at(-1 - n)) n++;
  return n;
}

function likeStart(text: string, want: string): number {
  const a = text.slice(0, want.length + 1).trimStart();
  let n = 0;
  while (n < a.length && n < want.length && a.charAt(n) === want.charAt(n)) n++;
  return n;
}

/** The position in a text after so many bytes of UTF-8. */
function unitsOf(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).length;
}
