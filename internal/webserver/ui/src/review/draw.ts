/** Draws a chunk of rows: lines with diff2html, hidden lines as a row with buttons. Each row has its index. */
import { html } from "diff2html";
import type { DiffBlock, DiffFile, DiffLine } from "diff2html/lib/types";
import { LineType } from "diff2html/lib/types";
import { h, icon, plural } from "../shared/dom";
import { hunksFoldedBy, viewedWord } from "./folds";
import type { Gap, Part, Row, Span } from "./rows";
import { bytes, shown } from "./text";
import type { Line } from "./types";

type View = "unified" | "split";
type Code = Row & { kind: "code" };

/** The table of a chunk. Its rows have data-r, the index in rows, and class gap when they are in place of lines. */
export function draw(rows: Row[], span: Span, view: View): HTMLTableElement {
  const part = rows.slice(span.from, span.to);
  const blocks = part.flatMap((row) => (row.kind === "code" ? blockOf(row) : []));
  const drawn = render(blocks, view);
  const body = h("tbody");
  part.forEach((row, i) => {
    const tr = row.kind === "code" ? drawn.shift() : row.kind === "gap" ? gapRow(row.gap, view) : foldRow(row, view);
    if (!tr) return;
    tr.dataset["r"] = String(span.from + i);
    if (row.kind === "code") decorate(tr, row);
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

/** A row is a block of its own, so that diff2html does not pair its lines with those of another one. */
function blockOf({ left, right }: Code): DiffBlock {
  const lines = [...new Set([left, right])].flatMap((l) => (l ? lineOf(l) : []));
  return { header: "", lines, oldStartLine: 1, newStartLine: 1 };
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
  const [left = [], right = []] = [...parser.content.querySelectorAll("tbody")].map((body) => [...body.rows]);
  // In split view, two tables become one, so that comments and wrapped lines stay level.
  left.forEach((tr, i) => tr.append(...(right[i]?.cells ?? [])));
  return left.filter((_, i) => i % 2 > 0); // before each row is the header of its block
}

/** The lines of a drawn row, with the elements of their texts. */
export function textsOf(tr: HTMLTableRowElement, { left, right }: Code): [Line, HTMLElement][] {
  const texts = tr.querySelectorAll<HTMLElement>(".d2h-code-line-ctn");
  const lines = texts.length > 1 ? [left, right] : [right ?? left];
  return [...texts].flatMap((text, i): [Line, HTMLElement][] => {
    const line = lines[i];
    return line ? [[line, text]] : [];
  });
}

/** Says what the text of a line does not show. */
function decorate(tr: HTMLTableRowElement, row: Code): void {
  for (const [line, text] of textsOf(tr, row)) {
    text.classList.toggle("pale", line.pale === true);
    const mark = (words: string) => text.parentElement?.appendChild(h("span", { class: "no-eol" }, words));
    if (line.cut) mark(` … ${bytes(line.cut)} more`);
    if (line.noEol) mark(" ⊘ no newline at end of file");
  }
}

/** A button with the reason as its name. The browser's own search finds the hidden text, and opens it. */
function foldRow({ text, blocks }: Row & { kind: "fold" }, view: View): HTMLTableRowElement {
  const lines = blocks.flatMap((b) => b.lines);
  const n = lines.filter((l) => l.type !== " ").length;
  const others = hunksFoldedBy(text) - blocks.length;
  const name = `${text} (${plural(n, "line")})`;
  const side = view === "split" ? "-side" : "";
  const looks = { type: "button", class: "link small" };
  return h(
    "tr",
    { class: "gap fold" },
    h("td", { class: `d2h-code${side}-linenumber d2h-info` }),
    h(
      "td",
      { class: "d2h-info", colspan: view === "split" && 3 },
      h("button", { ...looks, "data-fold": "", "aria-expanded": "false" }, icon("chevron"), shown(name)),
      text === viewedWord && viewButton({ hunks: blocks.flatMap((b) => b.hunks) }, true),
      others > 0 && h("button", { ...looks, "data-fold": "all" }, `Show all ${others + blocks.length}`),
      h("div", { hidden: "until-found" }, lines.map((l) => l.text).join("\n")),
    ),
  );
}

function viewButton({ hunks }: { hunks: number[] }, viewed: boolean): HTMLElement {
  const label = "Mark the change as viewed (X)";
  const names = { class: "icon-button view", title: label, "aria-label": label, "aria-pressed": String(viewed) };
  return h("button", { type: "button", "data-view": hunks.join(), ...names }, icon("check"));
}

function gapRow(gap: Gap, view: View): HTMLTableRowElement {
  const buttons: [Part, string][] = [];
  if (gap.count > 0 && gap.count <= 20) buttons.push(["all", `Show the ${gap.count} hidden lines`]);
  else {
    if (gap.before > 0) buttons.push(["down", "Show 20 more lines below"]);
    if (gap.count > 0) buttons.push(["up", "Show 20 more lines above"]);
  }
  const made = buttons.map(([part, label]) =>
    h("button", { type: "button", "data-expand": part, title: label, "aria-label": label }, icon(part)),
  );
  const side = view === "split" ? "-side" : "";
  const words = shown(gap.header).trim() || (gap.count > 0 ? `${gap.count} lines not shown` : "");
  return h(
    "tr",
    { class: "gap" },
    h("td", { class: `d2h-code${side}-linenumber d2h-info` }, h("div", { class: "expand" }, ...made)),
    h(
      "td",
      { class: "d2h-info", colspan: view === "split" && 3 },
      gap.hunks.length > 0 && viewButton(gap, false),
      h("div", { class: "d2h-code-line" }, words),
    ),
  );
}
