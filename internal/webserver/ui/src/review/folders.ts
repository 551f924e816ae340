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

interface Folder {
  name: string;
  folders: Map<string, Folder>;
  files: ChangedFile[];
}

/** All rows, in the order of the files. The rows of a folder follow its own row. */
export function rowsOf(files: ChangedFile[]): TreeRow[] {
  const root: Folder = { name: "", folders: new Map(), files: [] };
  for (const file of files) {
    let folder = root;
    for (const part of file.path.split("/").slice(0, -1)) {
      let next = folder.folders.get(part);
      if (!next) folder.folders.set(part, (next = { name: part, folders: new Map(), files: [] }));
      folder = next;
    }
    folder.files.push(file);
  }
  const rows: TreeRow[] = [];
  put(root, undefined, rows);
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

function put(folder: Folder, parent: TreeRow | undefined, rows: TreeRow[]): void {
  const level = (parent?.level ?? 0) + 1;
  const usual = { level, closed: false, parent, at: 1, of: 1 };
  for (let child of folder.folders.values()) {
    // A folder that contains only one folder shares a row with it.
    let { name } = child;
    for (;;) {
      const only: Folder | undefined = [...child.folders.values()][0];
      if (child.files.length > 0 || child.folders.size !== 1 || !only) break;
      child = only;
      name += `/${child.name}`;
    }
    const row: TreeRow = { ...usual, name, end: 0 };
    rows.push(row);
    put(child, row, rows);
    row.end = rows.length;
  }
  for (const file of folder.files) {
    rows.push({ ...usual, name: file.path.split("/").at(-1) ?? file.path, file, end: rows.length + 1 });
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
