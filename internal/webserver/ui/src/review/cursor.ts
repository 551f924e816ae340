/** The row of the keyboard in a table of lines: one of its cells has the focus, and a name for screen readers. */
import type { Row } from "./rows";
import type { Side } from "./types";

/** Moves the mark to a row of an element's tables. Returns the cell for the focus. */
export function moveCursor(
  within: Element,
  to: HTMLTableRowElement | undefined,
  column: number,
  words: string,
): HTMLTableCellElement | undefined {
  for (const tr of within.querySelectorAll("tr.cursor")) {
    tr.classList.remove("cursor");
    for (const cell of tr.querySelectorAll("td[aria-label]")) {
      cell.removeAttribute("aria-label");
      cell.removeAttribute("tabindex");
    }
  }
  to?.classList.add("cursor");
  const cell = to?.cells[column] ?? to?.cells[1];
  if (!cell) return undefined;
  cell.tabIndex = -1;
  cell.setAttribute("aria-label", words);
  return cell;
}

/** A row in words, with its line on a side if it has one there. */
export function rowWords(row: Row, side: Side): string {
  if (row.kind === "gap")
    return row.gap.count > 0 ? `${row.gap.count} hidden lines. Press Enter to show them` : "hidden lines";
  if (row.kind === "fold") return `${row.text}. Press Enter to show it`;
  const line = side === "old" ? (row.left ?? row.right) : (row.right ?? row.left);
  if (!line) return "";
  const kind = line.type === "+" ? "added line" : line.type === "-" ? "removed line" : "line";
  return `${kind} ${line.type === "-" ? (line.old ?? "") : (line.new ?? "")}: ${line.text}`;
}
