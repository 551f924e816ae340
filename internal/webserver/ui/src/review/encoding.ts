/**
 * Files that are not UTF-8. The server sends each byte of such a line as a letter, and UTF-16 decoded. Only the reader
 * knows for sure which text that is, so the page guesses and offers a choice.
 */
import { choiceOf, h } from "../shared/dom";
import { shown } from "./text";
import type { FileDiff } from "./types";

/** Frequent letters: more than half of a text in these languages, and few of those that a wrong encoding shows. */
const han =
  "的一是不了在人有我他这中大来上国个到说们为和你地出也时年得就要下以生会自着去过学对可里后小么多能好都没起发成" +
  "事作当想看文开用方如前所本见同已从动两长样现分将外但高意进法此实理点明全工心道主行手间机相关加内使通报表性无" +
  "系统件数据函返回设置配错误测试添修改删除更新默认信息参类型处接口名称请求果否列取字值其还与经公定产种把第它老" +
  "只些天正等由最情日部制度及這來國個說們為時會過學對裡後麼沒發當開見從動兩長樣現將進實點間機關內報無統數設錯誤" +
  "測試刪認參類處稱請檔案資料訊介經產種與還傳合市業入立期初集書込読先頭元末目番号価額計算付始終必須対応象追実指" +
  "確示力存変結状態登録検索画容語場条保持完単品商客注受送続切断例異常判化効体共引給今金員問題考約連東京値思気言";
const hangul =
  "이다는하에가고지로을의서기그은어아니한도나를리사있만라들게시스자인해것보일으면요수대정주마제전되적상여오었데" +
  "과내간무부장용했생할소합입력확변경설습않없때호거미구드비버파러세조선트와중단각성실영개신화동위작문방본원모계";
const chinese = new RegExp(`[${han}]`);
const japanese = new RegExp(`[ぁ-ヶー${han}]`);
const korean = new RegExp(`[${hangul}]`);

/** The choices: names as the browser's decoder knows them, and as they are shown, and the letters of their languages. */
const known: [label: string, words: string, letters?: RegExp][] = [
  ["windows-1252", "windows-1252 (Western)"],
  ["shift_jis", "Shift-JIS (Japanese)", japanese],
  ["euc-jp", "EUC-JP (Japanese)", japanese],
  ["euc-kr", "EUC-KR (Korean)", korean],
  ["big5", "Big5 (Traditional Chinese)", chinese],
  ["gb18030", "GB18030 (Simplified Chinese)", chinese],
];
const enough = 200; // different letters that are looked at
const lead = 7; // by which a guess must be ahead: three frequent letters are 9 points, two only 6

/** The encodings for this file; the one that the server or the project names comes first. */
function choicesOf(diff: FileDiff): [label: string, words: string][] {
  const own = ownOf(diff);
  const others = known.flatMap(([label, words]): [string, string][] => (label === own ? [] : [[label, words]]));
  if (own === "") return others;
  const utf16 = diff.guessed ? "guessed" : "from its byte order mark";
  const why = wideOf(diff) === "" ? "from working-tree-encoding" : utf16;
  return [[own, `${own} (${why})`], ...others];
}

/** The encoding that the server decoded, "" if it decoded none or different ones. */
export function wideOf(diff: FileDiff | undefined): string {
  const label = labelOf(diff?.encoding ?? "");
  return label.startsWith("utf-16") ? label : "";
}

const ownOf = (diff: FileDiff): string => wideOf(diff) || labelOf(diff.declared ?? "");

/** The decoder's name of an encoding, "" when it does not know it. */
function labelOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return "";
  }
}

/** The bytes of a text that was sent as letters, or decoded from UTF-16. */
function bytesOf(text: string, wide = ""): Uint8Array {
  const units = wide ? new Uint16Array(text.length) : new Uint8Array(text.length); // from() takes half a second a megabyte
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  const bytes = new Uint8Array(units.buffer);
  return wide === "utf-16be" ? bytes.map((_, i) => bytes[i ^ 1] ?? 0) : bytes;
}

/** The encoding that the server or the project names, or the one that is clearly the most probable, or windows-1252. */
export function guess(diff: FileDiff): string {
  const own = ownOf(diff);
  if (own !== "") return own;
  const lines = (diff.blocks ?? []).flatMap((b) => b.lines).filter((l) => l.bytes && !l.cut);
  const text = lines.map((l) => l.text).join("\n");
  const western = new Set(text.match(/[a-z][\xdf-\xff](?=[a-z])/g)).size; // letters with accents, in words
  const bytes = bytesOf(text);
  const points = known.map(([label, , letters]) => (letters ? pointsOf(label, letters, bytes) : western));
  const [best, ...others] = known.filter((_, i) => (points[i] ?? 0) > Math.max(...points) - lead);
  return best && others.length === 0 ? best[0] : "windows-1252";
}

/** How well bytes fit an encoding: each letter counts once, frequent ones for it and others against it. */
function pointsOf(label: string, letters: RegExp, bytes: Uint8Array): number {
  const seen = new Set<string>();
  for (const [letter] of strictly(label, bytes).matchAll(/[^\p{P}\p{S}\p{Z}\p{ASCII}]/gu)) {
    if (seen.add(letter).size === enough) break;
  }
  return [...seen].reduce((sum, letter) => sum + (letters.test(letter) ? 3 : -1), 0);
}

/** The text, "" when the bytes are not valid in this encoding. */
function strictly(label: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** The diff with its bytes decoded in this encoding. */
export function readAs(diff: FileDiff, label: string): FileDiff {
  const wide = wideOf(diff);
  return { ...diff, blocks: (diff.blocks ?? []).map((b) => ({ ...b, lines: linesAs(b.lines, label, wide) })) };
}

export function linesAs<L extends { text: string; bytes?: boolean }>(lines: L[], label: string, wide = ""): L[] {
  if (label === wide) return lines;
  const decoder = new TextDecoder(label);
  return lines.map((l) => (l.bytes || wide ? { ...l, text: decoder.decode(bytesOf(l.text, wide)) } : l));
}

/** Says how a file was decoded, and offers other encodings. */
export function encodingNote(path: string, diff: FileDiff, now: string, choose: (label: string) => void): HTMLElement {
  const choice = choiceOf(`Encoding of ${shown(path)}`, choicesOf(diff), now, choose);
  const change = diff.encoding?.includes("→");
  const note = change ? [`Encoding: ${diff.encoding}.`] : ["This file is not UTF-8. Shown as ", choice];
  const only = diff.guessed ? " It has no byte order mark: you can comment on the file, but not on lines." : null;
  return h("p", { class: "file-note diff-note encoding" }, ...note, only);
}
