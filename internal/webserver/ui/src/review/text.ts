/** How the text of a file is shown. Pure. */
import type { Mark } from "../shared/odd";

export { initials, oddities, shown, shownName, type Mark } from "../shared/odd";

/** White space at the end of a line. */
export function trailing(text: string): Mark[] {
  const end = text.endsWith("\r") ? text.length - 1 : text.length;
  const from = text.slice(0, end).trimEnd().length;
  return from < end ? [{ from, to: end, class: "trailing" }] : [];
}

const tab = 4;

// Letters that take two cells. Others above U+FFFF, which are rare, count as two as well.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** How many cells of a fixed-width font the text takes. */
export function cells(text: string): number {
  let n = 0;
  for (const [i, part] of text.split("\t").entries()) {
    if (i > 0) n += tab - (n % tab);
    n += part.replace(wide, "ww").length;
  }
  return n;
}

export function bytes(n: number | undefined): string {
  if (n === undefined) return "?";
  if (n < 1024) return `${n} bytes`;
  const power = Math.min(3, Math.floor(Math.log2(n) / 10));
  const amount = n / 1024 ** power;
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${["KiB", "MiB", "GiB"][power - 1] ?? ""}`;
}

/** The first line of a Markdown text that has words, without markup: for lists. Underscores are mostly those of names. */
export function firstWords(markdown: string): string {
  for (const line of markdown.split("\n")) {
    const words = line
      .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+\.\s+|```.*$)+/, "")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/(\*\*|~~|`)(.+?)\1/g, "$2")
      .replace(/(^|[^\w*])\*(\S(?:.*?\S)?)\*(?!\w)/g, "$1$2")
      .trim();
    if (words !== "") return words;
  }
  return "";
}
