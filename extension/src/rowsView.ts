/** A view with rows, which VS Code draws again only if they look different. */
import * as vscode from "vscode";
import { Owner } from "./owner";
import { Rows } from "./rows";

/** The texts and the badge around the rows. */
export interface Around {
  badge?: vscode.ViewBadge | undefined;
  description?: string;
  message?: string | undefined;
}

export abstract class RowsView<Row extends object> extends Owner implements vscode.TreeDataProvider<Row> {
  readonly view: vscode.TreeView<Row>;
  protected readonly rows = new Rows<Row>();
  private readonly changed = new vscode.EventEmitter<Row[] | undefined>();

  readonly onDidChangeTreeData = this.changed.event;

  constructor(name: string, options: Partial<vscode.TreeViewOptions<Row>> = {}) {
    super();
    this.view = vscode.window.createTreeView(`consider.${name}`, { ...options, treeDataProvider: this });
    this.owned.push(this.view, this.changed);
  }

  abstract getTreeItem(row: Row): vscode.TreeItem;

  abstract getChildren(row?: Row): Row[];

  /** Draws what looks different; of the rows below others, only those that may. */
  protected draw(around: Around, may: (row: Row) => boolean = () => true): void {
    if (this.rows.differs("around", around)) Object.assign(this.view, around);
    const top: unknown[] = [];
    const changed: Row[] = [];
    for (const row of this.getChildren()) {
      const below = this.getChildren(row);
      top.push(row, below.length > 0); // with the first row below it, it can be folded
      if (this.rows.isNew(this.getTreeItem(row), below)) changed.push(row);
      changed.push(...below.filter((b) => may(b) && this.rows.isNew(this.getTreeItem(b))));
    }
    if (this.rows.moved("top", top)) this.changed.fire(undefined);
    else if (changed.length > 0) this.changed.fire(changed); // VS Code waits for ever after an empty list
  }

  /** Draws rows that look the same again: after a click, VS Code shows them in another state. */
  protected again(rows: Row[]): void {
    this.changed.fire(rows);
  }
}
