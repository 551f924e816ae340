/** The last look of the rows of a view, so that only those that look different are drawn. No editor objects here. */
import { isDeepStrictEqual } from "node:util";
import type { TreeItem } from "vscode";

export class Rows<Row extends object> {
  private readonly rows = new Map<string, Row>();
  private readonly looks = new Map<string, unknown>();
  private readonly lists = new Map<string, readonly unknown[]>();

  /** The row with this id: always the same object, by which VS Code knows it. */
  same<R extends Row>(id: string, row: R): R {
    const there = this.rows.get(id) as R | undefined;
    if (there) return Object.assign(there, row);
    this.rows.set(id, row);
    return row;
  }

  /** Whether a row, or the list of the rows below it, is not as it was the last time. */
  isNew(item: TreeItem, below: readonly Row[] = []): boolean {
    const { id = "", label, description, tooltip, iconPath, contextValue, checkboxState, resourceUri } = item;
    const icon = [iconPath, checkboxState, resourceUri?.toString()];
    const isOther = this.moved(id, below);
    return this.differs(id, [label, description, tooltip, contextValue, icon]) || isOther;
  }

  /** Whether something of this name is not as it was the last time. */
  differs(name: string, look: unknown): boolean {
    const before = this.looks.get(name);
    this.looks.set(name, look);
    return !isDeepStrictEqual(look, before);
  }

  /** The same for a list, whose elements are compared as objects. */
  moved(name: string, list: readonly unknown[]): boolean {
    const before = this.lists.get(name) ?? [];
    this.lists.set(name, list);
    return list.length !== before.length || list.some((row, i) => row !== before[i]);
  }
}
