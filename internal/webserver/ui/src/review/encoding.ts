/**
 * Files that are not UTF-8. The server sends each byte of such a line as a letter. Only the reader knows for sure which
 * text that is, so the page guesses and offers a choice.
 */
import { choiceOf, h } from "../shared/dom";
import { shown } from "./text";
import type { FileDiff } from "./types";

/** The choices: names as the browser's decoder knows them, and as they are shown. */
const known: [string, string][] = [
  ["windows-1252", "windows-1252 (Western)"],
  ["shift_jis", "Shift-JIS (Japanese)"],
  ["gbk", "GBK (Chinese)"],
];

/** The encodings for this file; the one that the project declares comes first. */
function choicesOf(diff: FileDiff): [label: string, words: string][] {
  const own = diff.declared ? labelOf(diff.declared) : "";
  if (own === "") return known;
  return [[own, `${own} (from working-tree-encoding)`], ...known.filter(([label]) => label !== own)];
}

/** The decoder's name of an encoding, "" when it does not know it. */
function labelOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return "";
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The most probable encoding: kana mean Japanese, letters that always come in pairs mean Chinese. */
export function guess(diff: FileDiff): string {
  const own = choicesOf(diff)[0]?.[0];
  if (own !== undefined && own !== "windows-1252") return own;
  const lines = (diff.blocks ?? []).flatMap((b) => b.lines).filter((l) => l.bytes && !l.cut);
  const text = lines.map((l) => l.text).join("\n");
  const japanese = strictly("shift_jis", text);
  if (japanese !== undefined && /[\u3041-\u30fa]/.test(japanese)) return "shift_jis";
  const pairs = /^(?:[^\x80-\xff]|[\xa1-\xf7][\xa1-\xfe])*$/.test(text);
  return pairs && strictly("gbk", text) !== undefined ? "gbk" : "windows-1252";
}

function strictly(label: string, text: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytesOf(text));
  } catch {
    return undefined;
  }
}

/** The diff with its bytes decoded in this encoding. */
export function readAs(diff: FileDiff, label: string): FileDiff {
  return { ...diff, blocks: (diff.blocks ?? []).map((b) => ({ ...b, lines: linesAs(b.lines, label) })) };
}

export function linesAs<L extends { text: string; bytes?: boolean }>(lines: L[], label: string): L[] {
  if (label === "") return lines;
  const decoder = new TextDecoder(label);
  return lines.map((l) => (l.bytes ? { ...l, text: decoder.decode(bytesOf(l.text)) } : l));
}

/** Says how a file was decoded, and offers other encodings. */
export function encodingNote(path: string, diff: FileDiff, now: string, choose: (label: string) => void): HTMLElement {
  const choice = choiceOf(`Encoding of ${shown(path)}`, choicesOf(diff), now, choose);
  return h("p", { class: "file-note diff-note encoding" }, "This file is not UTF-8. Shown as ", choice);
}
