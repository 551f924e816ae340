/**
 * Suggestions that were applied in an editor but are not recorded yet, because their file is not saved. VS Code keeps
 * such a text over a reload of the window, so this list is kept too.
 */
import type * as vscode from "vscode";

export interface Waiting {
  uri: string;
  file: string;
  /** The text before it. */
  text: string;
  /** The suggestions: thread#number. */
  ids: string[];
  /** The threads to resolve with it. */
  resolve: string[];
}

const place = "consider.unnoted";
/** Characters of the text before it; an entry with a longer text does not survive a reload of the window. */
const longest = 1_000_000;

export class Unnoted {
  private list: Waiting[];

  constructor(private readonly memory: vscode.Memento) {
    this.list = memory.get<Waiting[]>(place, []);
  }

  of(uri: vscode.Uri): Waiting[] {
    return this.list.filter((w) => w.uri === uri.toString());
  }

  add(waiting: Waiting): void {
    this.list.push(waiting);
    this.keep();
  }

  drop(waiting: Waiting): void {
    this.list = this.list.filter((w) => w !== waiting);
    this.keep();
  }

  private keep(): void {
    const kept = this.list.filter((w) => w.text.length <= longest);
    void this.memory.update(place, kept);
  }
}
