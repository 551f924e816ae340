/** Markdown cut into its blocks, each with its lines in the source. Pure. */
import type { Token } from "markdown-it";
import type { Inert } from "./inert";
import { clean, isPayable, parse, preformatted, treeOf } from "./markdown";

/** A part of a source that is read on its own: a paragraph, a heading, an item of a list, a table. */
export interface Block {
  /** Its lines in the source; the first line is 1. */
  start: number;
  end: number;
  parts: Inert[];
}

/**
 * The blocks of a source, in order. Each line that is not blank is in exactly one of them, so that a comment on a block
 * can be put on its lines, and no line can hide: source that renders to nothing (the address of a link, the properties
 * at the head of a file) is a block of plain text. Undefined for a source that would take too long.
 */
export function blocksOf(source: string): Block[] | undefined {
  const text = clean(source);
  if (!isPayable(text)) return undefined;
  const lines = text.split("\n");
  const isBlank = (n: number) => (lines[n - 1] ?? "").trim() === "";
  const out: Block[] = [];
  let next = 1; // the first line that is in no block yet
  // Lines before a block that are in none are shown as written, one paragraph at a time.
  const fillTo = (line: number) => {
    for (; next < line; next++) {
      if (isBlank(next)) continue;
      const start = next;
      while (next + 1 < line && !isBlank(next + 1)) next++;
      out.push({ start, end: next, parts: [preformatted(lines.slice(start - 1, next).join("\n")), "\n"] });
    }
  };
  const head = properties(lines);
  if (head > 0) {
    out.push({ start: 1, end: head, parts: [preformatted(`${lines.slice(0, head).join("\n")}\n`), "\n"] });
    next = head + 1;
  }
  // The lines of the head become blank, so that the others keep their numbers.
  for (const piece of pieces(parse("\n".repeat(head) + lines.slice(head).join("\n")))) {
    let [start, end] = [piece.from + 1, piece.to];
    while (start < end && isBlank(start)) start++;
    while (end > start && isBlank(end)) end--;
    const last = out.at(-1);
    if (last && start < next) {
      last.parts.push(...piece.parts);
      last.end = Math.max(last.end, end);
      next = Math.max(next, end + 1);
      continue;
    }
    fillTo(start);
    out.push({ start, end, parts: piece.parts });
    next = end + 1;
  }
  fillTo(lines.length + 1);
  return out;
}

/**
 * How many lines at the beginning are the properties of the file ("front matter"), which are between two lines of
 * "---".
 */
function properties(lines: string[]): number {
  const isFence = (line: string | undefined) => line?.trimEnd() === "---";
  return isFence(lines[0]) ? lines.findIndex((line, i) => i > 0 && isFence(line)) + 1 : 0;
}

/** The parts that become blocks: the outermost elements, but the items of a list instead of the list. */
function pieces(tokens: Token[]): { from: number; to: number; parts: Inert[] }[] {
  const out: { from: number; to: number; parts: Inert[] }[] = [];
  let begun = 0; // the token that the piece began with
  let list: Token | undefined;
  let number = 0;
  tokens.forEach((token, i) => {
    const isList = token.type === "bullet_list_open" || token.type === "ordered_list_open";
    if (token.level === 0 && token.nesting >= 0) {
      begun = i;
      list = isList ? token : undefined;
      number = Number(token.attrGet("start") ?? 1);
      if (token.nesting > 0) return;
    }
    if (list && token.level === 1 && token.nesting > 0) begun = i;
    if (token.level !== (list ? 1 : 0) || token.nesting > 0) return;
    const [from, to] = tokens[begun]?.map ?? [0, 0];
    const tree = treeOf(tokens.slice(begun, i + 1));
    if (list) {
      const tag = list.tag === "ol" ? "ol" : "ul";
      const attrs = tag === "ol" ? { start: String(number++) } : {};
      out.push({ from, to, parts: [{ tag, attrs, parts: ["\n", ...tree] }, "\n"] });
    } else out.push({ from, to, parts: tree });
  });
  return out;
}
