/** The changed files, with a checkbox for viewed, and below each its open threads. */
import * as vscode from "vscode";
import type { Target } from "../commands";
import { tell } from "../failure";
import { Later } from "../owner";
import type { ChangedFile, ThreadDetail } from "../protocol";
import { RowsView } from "../rowsView";
import { gistOf, many, rowOf, subjectOf } from "../shown";
import { isPerson, lastWord } from "../threadWords";
import type { Changes, Listed } from "./model";
import { summaryOf, writerOf } from "./turns";
import { openByFile, wordsOf } from "./words";

interface FileRow {
  file: ChangedFile;
}

/** An open thread in a file, with the line of the change that answered it. */
interface ThreadRow extends Target {
  file: ChangedFile;
  line: number | undefined;
}

export type Row = FileRow | ThreadRow;

/** The scheme of rows. They have their own letter and colour, because git's belong to another comparison. */
const scheme = "consider-change";

const letters: Record<string, { word: string; color: string }> = {
  A: { word: "Added", color: "addedResourceForeground" },
  M: { word: "Modified", color: "modifiedResourceForeground" },
  D: { word: "Deleted", color: "deletedResourceForeground" },
  R: { word: "Renamed", color: "renamedResourceForeground" },
  T: { word: "Type changed", color: "modifiedResourceForeground" },
};

export class ChangesTree extends RowsView<Row> implements vscode.FileDecorationProvider {
  private files: FileRow[] = [];
  /** The open threads, by file. */
  private threads: ReadonlyMap<string, readonly ThreadDetail[]> = new Map();

  constructor(private readonly changes: Changes) {
    super("changes", { manageCheckboxStateManually: true });
    const later = new Later(50, () => this.redraw());
    this.owned.push(
      later,
      vscode.window.registerFileDecorationProvider(this),
      this.view.onDidChangeVisibility(({ visible }) => changes.watch(visible)),
      this.view.onDidChangeCheckboxState(({ items }) => void this.tick(items)),
      changes.onDidChange(() => later.soon()),
      changes.session.on(["threads", "state"], () => later.soon()),
    );
    changes.watch(this.view.visible);
    this.redraw();
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) return this.files;
    return "thread" in row ? [] : this.threadsIn(row.file);
  }

  /** VS Code needs it to reveal a row. */
  getParent(row: Row): Row | undefined {
    return "thread" in row ? this.files.find((r) => r.file.path === row.file.path) : undefined;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return "thread" in row ? this.threadItem(row) : this.fileItem(row);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const { word, color } = letters[uri.query] ?? { word: uri.query, color: "modifiedResourceForeground" };
    return new vscode.FileDecoration(uri.query, word, new vscode.ThemeColor(`gitDecoration.${color}`));
  }

  private redraw(): void {
    const { listed, problem } = this.changes;
    this.threads = openByFile(listed?.project.threads.values() ?? []);
    this.files = (listed?.list.files ?? []).map((file) => this.rows.same(this.idOf(file), { file }));
    const message =
      problem ??
      listed?.list.note ??
      (listed?.turn && summaryOf(listed.turn)) ??
      (this.files.length === 0 ? listed?.list.message : undefined);
    void vscode.commands.executeCommand("setContext", "consider.changed", this.files.length > 0);
    this.draw({ description: listed ? headOf(listed) : "", message });
  }

  private idOf({ path }: ChangedFile): string {
    return `${this.changes.listed?.project.folder.uri.toString() ?? ""}#${path}`;
  }

  private async tick(items: readonly [Row, vscode.TreeItemCheckboxState][]): Promise<void> {
    for (const [row, state] of items) {
      if ("thread" in row) continue;
      try {
        await this.changes.view(row.file, state === vscode.TreeItemCheckboxState.Checked);
      } catch (error) {
        this.again(items.map(([clicked]) => clicked));
        void tell(`could not mark ${row.file.path} as viewed`, error);
        return;
      }
    }
  }

  private threadsIn(file: ChangedFile): ThreadRow[] {
    const { listed } = this.changes;
    const paths = new Set([file.path, file.oldPath ?? file.path]);
    const threads = [...paths].flatMap((path) => this.threads.get(path) ?? []);
    if (!listed || threads.length === 0) return [];
    const { project, list } = listed;
    const at = new Map(list.answers.map((a) => [a.thread, a.line]));
    return threads
      .map((thread) => {
        const row = { project, thread, file, line: at.get(thread.id) };
        return this.rows.same(`${this.idOf(file)}//${thread.id}`, row);
      })
      .sort((a, b) => lineOf(a) - lineOf(b) || a.thread.id.localeCompare(b.thread.id));
  }

  private fileItem(row: FileRow): vscode.TreeItem {
    const { file } = row;
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const threads = this.threadsIn(file).length;
    const viewed = this.changes.isViewed(file);
    const name = file.path.split("/").at(-1) ?? file.path;
    const item = new vscode.TreeItem(name, threads > 0 ? Expanded : None);
    const folder = file.path.split("/").slice(0, -1).join("/");
    const folded = file.mechanical ? ` (${file.mechanical} mechanical)` : "";
    const lines = `+${file.additions} −${file.deletions}${folded}`;
    const counts = file.unread ? "not compared" : file.binary ? "binary" : lines;
    item.id = this.idOf(file);
    const writer = writerOf(this.changes.listed?.turn, file.path);
    item.description = [counts, writer, folder].filter(Boolean).join("  ");
    item.resourceUri = vscode.Uri.from({ scheme, path: `/${file.path}`, query: file.status });
    item.iconPath = vscode.ThemeIcon.File;
    item.contextValue = "change";
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    const tooltip = viewed ? "Viewed" : "Mark as viewed";
    item.checkboxState = {
      state: viewed ? Checked : Unchecked,
      tooltip,
      accessibilityInformation: { label: `${name} viewed`, role: "checkbox" },
    };
    const what = letters[file.status]?.word ?? file.status;
    item.tooltip = [
      file.path,
      file.oldPath ? `from ${file.oldPath}` : "",
      `${what}, ${counts}`,
      writer,
      threads ? many(threads, "open thread") : "",
    ]
      .filter(Boolean)
      .join("\n");
    item.accessibilityInformation = {
      label: `${name}, ${what}, ${viewed ? "viewed, " : ""}${counts}, ${writer ? `${writer}, ` : ""}${many(threads, "open thread")}, ${folder}`,
    };
    item.command = { command: "consider.showChange", title: "Open Changes", arguments: [row] };
    return item;
  }

  private threadItem(row: ThreadRow): vscode.TreeItem {
    const { file, thread: t, line } = row;
    const at = line ?? (lineOf(row) || undefined);
    const item = new vscode.TreeItem(rowOf(t, at));
    const last = lastWord(t);
    item.id = `${this.idOf(file)}//${t.id}`; // a path has no empty part
    const said = line === undefined ? (isPerson(last) ? "" : "answered") : "addressed";
    item.description = said;
    item.accessibilityInformation = {
      label: [subjectOf(t), at === undefined ? "" : `line ${at}`, said].filter(Boolean).join(", "),
    };
    item.contextValue = line === undefined ? "changeThread" : "changeThread addressed";
    item.iconPath =
      line === undefined
        ? new vscode.ThemeIcon(isPerson(last) ? "comment" : "comment-unresolved")
        : new vscode.ThemeIcon("pass", new vscode.ThemeColor("charts.green"));
    item.tooltip = gistOf(t).join("\n\n");
    item.command = { command: "consider.showChange", title: "Open Change", arguments: [row] };
    return item;
  }
}

const lineOf = ({ thread: { placement: p } }: ThreadRow): number => p.startLine ?? p.guess?.startLine ?? 0;

function headOf({ list }: Listed): string {
  const of = list.files.length;
  const words = wordsOf(list.scope);
  return of === 0 ? words : `${words} · ${list.viewed.length} of ${of} viewed`;
}
