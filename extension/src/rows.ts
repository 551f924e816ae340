/** The rows of a view: VS Code draws one again only if it looks different. No editor objects here. */
import { isDeepStrictEqual } from "node:util";
import type { TreeItem } from "vscode";

export class Rows<Row extends object> {
  private readonly rows = new Map<string, Row>();
  private readonly looks = new Map<string, unknown>();

  /** The row with this id: always the same object, by which VS Code knows it. */
  same<R extends Row>(id: string, row: R): R {
    const there = this.rows.get(id) as R | undefined;
    if (there) return Object.assign(there, row);
    this.rows.set(id, row);
    return row;
  }

  /** Whether a row, or the list of the rows below it, is not as it was the last time. */
  isNew(item: TreeItem, below: readonly { id: string }[] = []): boolean {
    const { id = "", label, description, tooltip, iconPath, contextValue, checkboxState, resourceUri } = item;
    const icon = [iconPath, checkboxState, resourceUri?.toString()];
    const ids = below.map((row) => row.id);
    return this.differs(id, [label, description, tooltip, contextValue, icon, ids]);
  }

  /** Whether something of this name is not as it was the last time. */
  differs(name: string, look: unknown): boolean {
    const before = this.looks.get(name);
    this.looks.set(name, look);
    return !isDeepStrictEqual(look, before);
  }
}
