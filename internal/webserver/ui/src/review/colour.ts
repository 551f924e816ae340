/** Syntax colours, changed words and marks on odd characters, for chunks that are already on the page. */
import { loadColours } from "../shared/colours";
import { h, idle } from "../shared/dom";
import { markOdd } from "../shared/odd";
import { textsOf } from "./draw";
import type { ChunkSpan, Row, Span } from "./rows";
import { oddities, shown, trailing, type Mark } from "./text";
import type { Line } from "./types";
import { changedWords, longest, pairs } from "./words";

interface Job {
  table: HTMLTableElement;
  rows: Row[];
  span: ChunkSpan;
  path: string;
}

const fast = 2; // px per ms: text that scrolls by faster cannot be read
const rest = 120; // ms until it counts as readable again

const jobs: Job[] = [];
let waiting = false;

/** Colours a chunk when there is time. A chunk that is gone by then is skipped. */
export function colourLater(job: Job): void {
  jobs.push(job);
  if (waiting) return;
  waiting = true;
  // After the next paint: text must be on the screen before it is coloured.
  requestAnimationFrame(() => idle(() => void loadColours().then(() => idle(work))));
}

let passing = 0; // time until which text scrolls by too fast to be read
let last = { top: 0, at: 0 };

/** During fast scrolling, frames are needed for rows: coloured lines would be gone before they are seen. */
window.addEventListener(
  "scroll",
  () => {
    const now = { top: window.scrollY, at: performance.now() };
    if (Math.abs(now.top - last.top) > fast * (now.at - last.at)) passing = now.at + rest;
    last = now;
  },
  { passive: true },
);

function work(left: () => number): void {
  const wait = passing - performance.now();
  if (wait > 0) {
    setTimeout(() => idle(work), wait);
    return;
  }
  do {
    const job = jobs.pop(); // the newest job is the one on the screen
    if (job?.table.isConnected) colour(job);
  } while (jobs.length > 0 && left() > 0);
  waiting = jobs.length > 0;
  if (waiting) idle(work);
}

function colour(job: Job): void {
  const marks = marksOf(job);
  for (const tr of job.table.tBodies[0]?.rows ?? []) {
    const row = job.rows[Number(tr.dataset["r"] ?? -1)];
    if (row?.kind !== "code") continue;
    for (const [line, text] of textsOf(tr, row)) paint(text, line, marks.get(line));
  }
}

const found = new WeakMap<Span, Map<Line, Mark[]>>();

/** The marks of a stretch, computed once for all its chunks. */
function marksOf({ rows, span: { stretch }, path }: Job): Map<Line, Mark[]> {
  const known = found.get(stretch);
  if (known) return known;
  const part = rows.slice(stretch.from, stretch.to);
  const marks = new Map<Line, Mark[]>();
  const language = globalThis.considerColours?.languageOf(path);
  if (language !== undefined) for (const side of ["right", "left"] as const) syntax(part, side, language, marks);
  for (const [a, b] of pairs(part)) {
    const { removed, added } = changedWords(a.text, b.text);
    marks.set(a, [...(marks.get(a) ?? []), ...removed]);
    marks.set(b, [...(marks.get(b) ?? []), ...added]);
  }
  found.set(stretch, marks);
  return marks;
}

/** Rebuilds the text of a line with its marks, which may overlap. */
function paint(cell: HTMLElement, line: Line, found: Mark[] = []): void {
  const text = line.text;
  const marks = text.length > longest * 20 ? [] : [...found, ...oddities(text)];
  if (line.type === "+" && text.length <= longest) marks.push(...trailing(text));
  if (marks.length === 0 || text === "") return;
  const cuts = [...new Set([0, text.length, ...marks.flatMap((m) => [m.from, m.to])])].sort((a, b) => a - b);
  const visible = shown(text);
  const parts = cuts.slice(1).map((to, i) => {
    const from = cuts[i] ?? 0;
    const over = marks.filter((m) => m.from <= from && m.to >= to);
    const piece = visible.slice(from, to);
    const title = over.find((m) => m.title !== undefined)?.title;
    return over.length > 0 ? h("span", { class: over.map((m) => m.class).join(" "), title }, piece) : piece;
  });
  cell.replaceChildren(...parts);
}

/** Colours one side of a chunk. Each run of consecutive lines is one text, because strings may span lines. */
function syntax(rows: Row[], side: "left" | "right", language: string, all: Map<Line, Mark[]>): void {
  let run: Line[] = [];
  const flush = () => {
    if (run.some((l) => l.text.length > longest)) run = [];
    if (run.length > 0) spread(run, language, all);
    run = [];
  };
  for (const row of rows) {
    const line = row.kind === "code" ? row[side] : undefined;
    if (row.kind !== "code") flush();
    // A line of context is the same on both sides, and is coloured once.
    else if (line && (side === "right" || line.type === "-" || run.length > 0)) run.push(line);
  }
  flush();
}

function spread(lines: Line[], language: string, all: Map<Line, Mark[]>): void {
  const tokens = tokensIn(lines.map((l) => shown(l.text)).join("\n"), language);
  let start = 0,
    next = 0;
  for (const line of lines) {
    const end = start + line.text.length;
    const marks: Mark[] = [];
    while ((tokens[next]?.to ?? Infinity) <= start) next++;
    for (let i = next; (tokens[i]?.from ?? Infinity) < end; i++) {
      const t = tokens[i];
      if (t && t.to > start) {
        marks.push({ from: Math.max(t.from, start) - start, to: Math.min(t.to, end) - start, class: t.class });
      }
    }
    if (!all.has(line)) all.set(line, marks);
    start = end + 1;
  }
}

interface Token {
  scope?: string;
  children?: (Token | string)[];
}

/** The highlighter's tree as a list of ranges with their innermost scopes. Its HTML is not used. */
function tokensIn(text: string, language: string): Mark[] {
  const list: Mark[] = [];
  const result = globalThis.considerColours?.highlight(text, language);
  const root = (result as { _emitter?: { rootNode?: Token } } | undefined)?._emitter?.rootNode;
  let at = 0;
  const walk = (node: Token | string, scope: string) => {
    if (typeof node === "string") {
      if (scope !== "") list.push({ from: at, to: at + node.length, class: scope });
      at += node.length;
      return;
    }
    const own = node.scope === undefined || node.scope.startsWith("language:") ? scope : classOf(node.scope);
    for (const child of node.children ?? []) walk(child, own);
  };
  if (root) walk(root, "");
  return list;
}

function classOf(scope: string): string {
  return `hljs-${scope.split(".")[0] ?? ""}`;
}

/** Colours code in Markdown if its language is known. Its text stays the same. */
export function colourCode(within: Element): void {
  for (const code of within.querySelectorAll('pre > code[class^="language-"]')) {
    const text = code.textContent;
    if (text.length > longest * 20) continue;
    void loadColours().then(() => {
      const language = globalThis.considerColours?.languageOf(code.className.replace("language-", ""));
      if (language === undefined) return;
      let at = 0;
      const parts = tokensIn(text, language).flatMap((t) => {
        const before = text.slice(at, t.from);
        at = t.to;
        return [before, h("span", { class: t.class }, text.slice(t.from, t.to))];
      });
      code.replaceChildren(...parts, text.slice(at));
      markOdd(code);
    });
  }
}
