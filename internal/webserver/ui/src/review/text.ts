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

const plain = /^[\u0020-\u007e]*$/;

/** How many cells of a fixed-width font the text takes. */
export function cells(text: string): number {
  if (plain.test(text)) return text.length;
  let n = 0;
  for (const c of text) {
    const code = c.codePointAt(0) ?? 0;
    if (c === "\t") n += tab - (n % tab);
    else n += isWide(code) ? 2 : 1;
  }
  return n;
}

function isWide(c: number): boolean {
  return (
    (c >= 0x1100 && c <= 0x115f) ||
    (c >= 0x2e80 && c <= 0xa4cf) ||
    (c >= 0xac00 && c <= 0xd7a3) ||
    (c >= 0xf900 && c <= 0xfaff) ||
    (c >= 0xfe30 && c <= 0xfe6f) ||
    (c >= 0xff00 && c <= 0xff60) ||
    (c >= 0x1f300 && c <= 0x1faff) ||
    (c >= 0x20000 && c <= 0x3fffd)
  );
}

export function bytes(n: number | undefined): string {
  if (n === undefined) return "?";
  if (n < 1024) return `${n} bytes`;
  const units = ["KiB", "MiB", "GiB"];
  let i = -1;
  do {
    n /= 1024;
    i++;
  } while (n >= 1024 && i < units.length - 1);
  return `${n.toFixed(n < 10 ? 1 : 0)} ${units[i] ?? ""}`;
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
