/** The rows of the file tree: which files are in which folders, and which rows are shown. Pure. */
import type { ChangedFile } from "./types";

export interface TreeRow {
  name: string;
  level: number; // from 1 on
  file?: ChangedFile;
  /** Its folder, when folders have no rows. */
  folder?: string;
  /** For a folder: the index after its last row. */
  end: number;
  closed: boolean;
  parent: TreeRow | undefined;
  /** Its position among the shown rows of its folder, and their number. */
  at: number;
  of: number;
}

/** All rows, in the order of the files, where folders come first. The rows of a folder follow its own row. */
export function rowsOf(files: ChangedFile[]): TreeRow[] {
  const rows: TreeRow[] = [];
  put(files, 0, undefined, rows);
  return rows;
}

/** Only the files, in the given order. */
export function flatRows(files: ChangedFile[]): TreeRow[] {
  return files.map((file, i) => {
    const cut = file.path.lastIndexOf("/");
    const usual = { level: 1, closed: false, parent: undefined, at: 1, of: 1, end: i + 1 };
    return { ...usual, name: file.path.slice(cut + 1), folder: file.path.slice(0, Math.max(cut, 0)), file };
  });
}

/** Adds the rows of the files in a folder. Their names in it begin after so many characters of their paths. */
function put(files: ChangedFile[], begin: number, parent: TreeRow | undefined, rows: TreeRow[]): void {
  const inside = new Map<string, ChangedFile[]>(); // by the name of the next folder; "" for files without one
  for (const file of files) {
    const name = file.path.slice(begin, Math.max(begin, file.path.indexOf("/", begin)));
    const those = inside.get(name);
    if (those) those.push(file);
    else inside.set(name, [file]);
  }
  const [only] = inside.keys();
  if (parent && only && inside.size === 1) {
    parent.name += `/${only}`; // a folder that contains only one folder shares a row with it
    put(files, begin + only.length + 1, parent, rows);
    return;
  }
  const usual = { level: (parent?.level ?? 0) + 1, closed: false, parent, at: 1, of: 1 };
  for (const [name, those] of inside) {
    if (name === "") {
      for (const file of those) rows.push({ ...usual, name: file.path.slice(begin), file, end: rows.length + 1 });
      continue;
    }
    const row: TreeRow = { ...usual, name, end: 0 };
    rows.push(row);
    put(those, begin + name.length + 1, row, rows);
    row.end = rows.length;
  }
}

/** The rows whose files fit, without those in closed folders and without empty folders. */
export function narrowed(rows: TreeRow[], fits: (file: ChangedFile) => boolean): TreeRow[] {
  const before = [0]; // how many fitting files are before each row
  for (const row of rows) before.push((before.at(-1) ?? 0) + Number(row.file !== undefined && fits(row.file)));
  const shown: TreeRow[] = [];
  const counts = new Map<TreeRow | undefined, number>();
  for (let i = 0; i < rows.length;) {
    const row = rows[i];
    if (!row) break;
    const any = (before[row.end] ?? 0) > (before[i] ?? 0);
    if (any) {
      shown.push(row);
      row.at = (counts.get(row.parent) ?? 0) + 1;
      counts.set(row.parent, row.at);
    }
    i = any && !row.closed ? i + 1 : row.end;
  }
  for (const row of shown) row.of = counts.get(row.parent) ?? 1;
  return shown;
}
