/** Where a line of the diff is later: files and lines may have other elements by then, and lines other numbers. */
import type { Files } from "./files";
import { numberAt, rowAfter } from "./rows";

/** Finds the element that shows the same line, or the same file. */
export function whereOf(files: Files, element: Element): () => Element | undefined {
  let view = files.ofElement(element);
  const section = view?.section;
  const path = view?.file.path ?? "";
  const index = Number(element.matches("tr[data-r]") ? (element as HTMLElement).dataset["r"] : -1);
  let side = view?.sideOf(index) ?? "new";
  let line = numberAt(view?.rows[index], side);
  return () => {
    const now = files.at(path);
    if (view && now?.loaded && now !== view && line !== undefined) {
      const row = rowAfter(view.rows, view.find(side, line), now.rows);
      side = now.sideOf(row);
      line = numberAt(now.rows[row], side) ?? line;
      view = now;
    }
    const it = now && element === section ? now.section : element;
    const row = line === undefined ? it : now?.boxAt(side, line);
    if (row) files.bring(row);
    return row?.isConnected ? row : undefined;
  };
}
