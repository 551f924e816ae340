/** Draws a chunk of rows with diff2html, and gives each row its index. */
import { html } from "diff2html";
import type { DiffBlock, DiffFile, DiffLine } from "diff2html/lib/types";
import { LineType } from "diff2html/lib/types";
import { h, icon } from "../shared/dom";
import type { Gap, Row, Span } from "./rows";
import { bytes, shown } from "./text";
import type { Line } from "./types";

type View = "unified" | "split";

/** The table of a chunk. Its rows have data-r, the index in rows, and class gap when they stand for hidden lines. */
export function draw(rows: Row[], span: Span, view: View): HTMLTableElement {
  const part = rows.slice(span.from, span.to);
  const { blocks, headless } = blocksOf(part);
  const drawn = render(blocks, view);
  // A block that does not begin with a gap has no header of its own.
  if (headless) drawn.shift();
  const body = h("tbody");
  drawn.forEach((tr, i) => {
    const row = part[i];
    if (!row) return;
    tr.dataset["r"] = String(span.from + i);
    if (row.kind === "gap") decorateGap(tr, row.gap, view);
    else decorateCode(tr, row, view);
    body.appendChild(tr);
  });
  return h("table", { class: `d2h-diff-table ${view}` }, columns(view), body);
}

/** Column widths are set once, so that all chunks of a file have the same columns. */
function columns(view: View): HTMLElement {
  const group = h("colgroup");
  const classes = view === "split" ? ["num", "code", "num", "code"] : ["nums", "code"];
  for (const name of classes) group.appendChild(h("col", { class: `col-${name}` }));
  return group;
}

function blocksOf(rows: Row[]): { blocks: DiffBlock[]; headless: boolean } {
  const blocks: DiffBlock[] = [];
  const headless = rows[0]?.kind !== "gap";
  let lines: DiffLine[] = [];
  let removed: Line[] = [],
    added: Line[] = [];
  const begin = (header: string) => {
    lines = [];
    blocks.push({ header, lines, oldStartLine: 1, newStartLine: 1 });
  };
  const flush = () => {
    for (const l of [...removed, ...added]) lines.push(lineOf(l));
    removed = [];
    added = [];
  };
  if (headless) begin("");
  for (const row of rows) {
    if (row.kind === "gap") {
      flush();
      begin(shown(row.gap.header));
      continue;
    }
    const { left, right } = row;
    if (left !== undefined && left === right) {
      flush();
      lines.push(lineOf(left));
      continue;
    }
    if (left && added.length > 0 && !right) flush();
    if (left) removed.push(left);
    if (right) added.push(right);
  }
  flush();
  return { blocks, headless };
}

function lineOf(l: Line): DiffLine {
  const content = l.type + shown(l.text);
  if (l.type === "-") return { type: LineType.DELETE, content, oldNumber: l.old ?? 0, newNumber: undefined };
  if (l.type === "+") return { type: LineType.INSERT, content, oldNumber: undefined, newNumber: l.new ?? 0 };
  return { type: LineType.CONTEXT, content, oldNumber: l.old ?? 0, newNumber: l.new ?? 0 };
}

const parser = document.createElement("template");

/** diff2html's rows. It never parses text here, and does not mark words: that happens after the first paint. */
function render(blocks: DiffBlock[], view: View): HTMLTableRowElement[] {
  const file: DiffFile = {
    oldName: "f",
    newName: "f",
    addedLines: 0,
    deletedLines: 0,
    isCombined: false,
    isGitDiff: true,
    language: "",
    blocks,
  };
  const text = html([file], {
    outputFormat: view === "split" ? "side-by-side" : "line-by-line",
    drawFileList: false,
    matching: "none",
    maxLineLengthHighlight: 0,
    renderNothingWhenEmpty: false,
  });
  // eslint-disable-next-line no-restricted-properties -- diff2html answers HTML; it escapes every line
  parser.innerHTML = text.replace(/>\n\s*</g, "><"); // its templates are indented; a line has no line feed
  const tables = parser.content.querySelectorAll("tbody");
  const left = [...(tables[0]?.rows ?? [])];
  if (view === "split") {
    // Two tables become one, so that comments and wrapped lines stay level.
    const right = [...(tables[1]?.rows ?? [])];
    left.forEach((tr, i) => tr.append(...(right[i]?.cells ?? [])));
  }
  return left;
}

function decorateCode(tr: HTMLTableRowElement, row: Row & { kind: "code" }, view: View): void {
  const last = row.right ?? row.left;
  for (const [line, cell] of [
    [row.left, tr.cells[1]],
    [row.right, tr.cells[view === "split" ? 3 : 1]],
  ] as const) {
    if (!line || !cell || (view === "unified" && line !== last)) continue;
    const mark = (text: string) => cell.firstElementChild?.appendChild(h("span", { class: "no-eol" }, text));
    if (line.cut) mark(` … ${bytes(line.cut)} more`);
    if (line.noEol) mark(" ⊘ no newline at end of file");
  }
}

function decorateGap(tr: HTMLTableRowElement, gap: Gap, view: View): void {
  tr.className = "gap";
  const [numbers, text] = tr.cells;
  if (!numbers || !text) return;
  while (tr.cells.length > 2) tr.deleteCell(2);
  if (view === "split") text.colSpan = 3;
  const words = gap.header === "" ? "" : (text.textContent || "").trim();
  const buttons: [string, "up" | "down" | "all", string][] = [];
  if (gap.count > 0 && gap.count <= 20) buttons.push(["all", "all", `Show the ${gap.count} hidden lines`]);
  else {
    if (gap.before > 0) buttons.push(["down", "down", "Show 20 more lines below"]);
    if (gap.count > 0) buttons.push(["up", "up", "Show 20 more lines above"]);
  }
  const holder = h("div", { class: "expand" });
  for (const [what, picture, label] of buttons) {
    holder.appendChild(
      h("button", { type: "button", "data-expand": what, title: label, "aria-label": label }, icon(picture)),
    );
  }
  numbers.replaceChildren(holder);
  text.replaceChildren(h("div", { class: "d2h-code-line" }, words || countWords(gap)));
}

function countWords(gap: Gap): string {
  return gap.count > 0 ? `${gap.count} lines not shown` : "";
}
