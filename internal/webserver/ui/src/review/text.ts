/** How text of a file is shown: nothing in it may hide, reorder or break a line. Pure. */

// C0 and C1 controls, and what changes the order of letters or is not seen at all.
const odd =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udfff]/g;

/** The text with a visible sign for each such character. It has the same length, so that positions stay. */
export function shown(text: string): string {
  return text.replace(odd, (c) => {
    const code = c.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "␡";
    return "◆".repeat(c.length);
  });
}

export interface Mark {
  from: number;
  to: number;
  class: string;
  title?: string;
}

/** Where those characters are, with their names for who points at them. */
export function oddities(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const found of text.matchAll(odd)) {
    const code = found[0].codePointAt(0) ?? 0;
    const title = code === 13 ? "CR: carriage return" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    marks.push({ from: found.index, to: found.index + found[0].length, class: "odd", title });
  }
  return marks;
}

/** Blanks at the end of a line. */
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
