/** Characters that hide, reorder or break what is shown. */
import { h } from "./dom";

// C0 and C1 controls, and characters that change the order of letters or are invisible.
const odd =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udfff]/g;

/** The text with a visible sign for each such character. Its length is the same, so that positions stay. */
export function shown(text: string): string {
  return text.replace(odd, (c) => {
    const code = c.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "␡";
    return "◆".repeat(c.length);
  });
}

/** A name, with tabs made visible too: otherwise it could pass for another name. */
export function shownName(name: string): string {
  return shown(name).replace(/\t/g, "␉");
}

export interface Mark {
  from: number;
  to: number;
  class: string;
  title?: string;
}

/** The places of those characters, with their names for a tooltip. */
export function oddities(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const found of text.matchAll(odd)) {
    const code = found[0].codePointAt(0) ?? 0;
    const title = code === 13 ? "CR: carriage return" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    marks.push({ from: found.index, to: found.index + found[0].length, class: "odd", title });
  }
  return marks;
}

// In words these are not odd: a line end, and what joins or separates letters and the parts of an emoji.
const ofWords = /^[\n\u200c\u200d]$/;

/**
 * Marks such characters in an element that shows words. `sign` returns the text to show for one. When positions in the
 * text count, that is the character itself, and the style sheet keeps it from reordering anything.
 */
export function markOdd(within: Node, sign: (c: string) => string = shown): void {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const node of texts) {
    const text = node.data;
    const marks = oddities(text).filter((m) => !ofWords.test(text.slice(m.from, m.to)));
    if (marks.length === 0) continue;
    const parts: (Node | string)[] = [];
    let at = 0;
    for (const { from, to, title } of marks) {
      parts.push(text.slice(at, from), h("span", { class: "odd", title }, sign(text.slice(from, to))));
      at = to;
    }
    node.replaceWith(...parts, text.slice(at));
  }
}

/** The initials of a name. */
export function initials(name: string): string {
  const parts = name.split(/[\s_-]+/).filter(Boolean);
  const letters = parts.length > 1 ? [parts[0]?.[0], parts.at(-1)?.[0]] : [name[0], name[1]];
  return shown(letters.join("")).toUpperCase();
}
