/** The changes in a file since the reviewer marked it as viewed: its lines have a bar. */
import { h, plural } from "../shared/dom";
import { numberAt, type Row } from "./rows";
import { state } from "./state";
import type { ChangedFile } from "./types";

export class SinceViewed {
  private lines = new Set<number>();
  private gone = new Set<number>();
  readonly note = h("p", { class: "file-note since", hidden: true });

  constructor(private readonly file: ChangedFile) {}

  /** Notes what is new in hunks that were viewed, or in a file that was. Returns whether anything is. */
  read(): boolean {
    const left = state.viewed.has(this.file.hash) ? undefined : state.left.get(this.file.id);
    const all = state.folds.get(this.file.id)?.hunks;
    const news = (left?.hunks ?? []).filter((h, i) => left?.whole === true || h.n < (all?.[i]?.lines ?? 0));
    const lines = news.flatMap((h) => h.lines ?? []);
    const gone = news.flatMap((h) => h.gone ?? []);
    this.lines = new Set(lines);
    this.gone = new Set(gone);
    const any = lines.length + gone.length > 0;
    this.note.hidden = !any;
    const parts = [
      lines.length > 0 ? `${plural(lines.length, "line")} changed` : "",
      gone.length > 0 ? `lines removed in ${plural(gone.length, "place")}` : "",
    ];
    this.note.textContent = any ? `Since you viewed this file: ${parts.filter(Boolean).join(", ")}.` : "";
    return any;
  }

  /** Marks the rows of a table, or removes the marks. */
  mark(table: HTMLTableElement, rows: Row[]): void {
    for (const tr of table.tBodies[0]?.rows ?? []) {
      const n = numberAt(rows[Number(tr.dataset["r"] ?? -1)], "new");
      const cell = tr.cells[tr.cells.length > 2 ? 2 : 0];
      cell?.classList.toggle("since-new", n !== undefined && this.lines.has(n));
      cell?.classList.toggle("since-gone", n !== undefined && this.gone.has(n));
    }
  }
}
