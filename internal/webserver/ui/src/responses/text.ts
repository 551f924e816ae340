/** Places in a response: offsets in the text content of its element, in UTF-16 units. */
import { pointAt } from "../shared/dom";
import { placeOf, snapped } from "./find";
import type { Mark, Stretch } from "./types";

const context = 64; // characters stored around a quote to find its place again

/** Where a selection is in an element's text, with whole words; undefined when it is empty, blank or elsewhere. */
export function selected(within: Element): Stretch | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(within)) return undefined;
  const text = within.textContent;
  const start = offsetOf(within, range.startContainer, range.startOffset);
  const end = offsetOf(within, range.endContainer, range.endOffset);
  const inside = trimmed(text, { start, end: Math.min(end, text.length) });
  return inside && snapped(text, inside);
}

/** How much text is between the beginning of an element and a point: none for a point before it. */
function offsetOf(within: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.selectNodeContents(within);
  before.setEnd(node, offset);
  return before.toString().length;
}

/** The stretch without white space at its ends. */
function trimmed(text: string, { start, end }: Stretch): Stretch | undefined {
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  return start < end ? { start, end } : undefined;
}

/** The data that a verb needs to find the stretch again, independent of the page. */
export function quoteOf(
  text: string,
  { start, end }: Stretch,
): { quote: string; prefix: string; suffix: string; start: number } {
  return {
    start: new TextEncoder().encode(text.slice(0, start)).length,
    quote: text.slice(start, end),
    prefix: whole(text.slice(Math.max(0, start - context), start)),
    suffix: whole(text.slice(end, end + context)),
  };
}

/** A text without half characters at its ends. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
}

export function overlaps(a: Stretch, b: Stretch): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Changes an element but keeps the selection in it: a change may come while the reader selects. */
export function keepingSelection(within: Element, change: () => void): void {
  const s = getSelection();
  const { anchorNode, focusNode } = s ?? {};
  if (!s || s.isCollapsed || !anchorNode || !focusNode || !within.contains(anchorNode) || !within.contains(focusNode)) {
    change();
    return;
  }
  const anchor = offsetOf(within, anchorNode, s.anchorOffset);
  const focus = offsetOf(within, focusNode, s.focusOffset);
  change();
  s.setBaseAndExtent(...pointAt(within, anchor, anchor < focus), ...pointAt(within, focus, focus < anchor));
}

/** The text nodes that a stretch covers, cut to it. */
function pieces(within: Element, { start, end }: Stretch): Text[] {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const out: Text[] = [];
  let at = 0;
  for (let node = walker.nextNode() as Text | null; node && at < end; node = walker.nextNode() as Text | null) {
    const length = node.data.length;
    if (at + length > start && length > 0) out.push(node);
    at += length;
    if (at <= start) continue;
    // The first and the last node are cut.
    if (at > end) node.splitText(length - (at - end));
    if (at - length < start) {
      const rest = node.splitText(start - (at - length));
      out[out.length - 1] = rest;
      walker.currentNode = rest;
    }
  }
  return out;
}

/** Shows marks in the text, in place of those shown before. */
export function draw(within: Element, marks: Mark[]): void {
  for (const old of within.querySelectorAll("[data-mark]")) old.replaceWith(...old.childNodes);
  within.normalize();
  const text = within.textContent;
  for (const mark of marks) {
    const place = placeOf(mark, text);
    if (!place) continue;
    for (const piece of pieces(within, place)) {
      if (piece.data.trim() === "" && piece.parentElement?.matches("ul,ol,table,thead,tbody,tr,article")) continue;
      const element = document.createElement(mark.mark === "keep" ? "mark" : mark.mark === "drop" ? "del" : "u");
      element.dataset["mark"] = mark.id;
      if (mark.note) element.title = mark.note;
      piece.replaceWith(element);
      element.append(piece);
    }
  }
}
