/** The addresses of read-only texts. One says what to ask, so that its editor is filled again after a reload. */
import * as vscode from "vscode";

export const scheme = "consider";

/** One side of a list of changes. */
export interface SideOf {
  /** What is compared; none is a side that has no such file. */
  scope: "base" | "since" | "staged" | "unstaged" | "none";
  from?: string;
  side?: "new";
  /** Of the file, where the same question can have another answer later. */
  hash?: string;
}

/** What a text is about: the file of a thread as it was, a thread, or something of a folder. */
export type About =
  | { what: "then" | "thread"; id: string }
  | ({ what: "side"; folder: string; file: string } & SideOf)
  | { what: "check"; folder: string };

export function at(path: string, about: About): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${path}`, query: JSON.stringify(about) });
}

/** As {@link at}, for what a file was: with the file's own path, by which diff editors tell a renamed one. */
export function was(file: vscode.Uri, about: About): vscode.Uri {
  return vscode.Uri.from({ scheme, path: file.path, query: JSON.stringify(about) });
}
