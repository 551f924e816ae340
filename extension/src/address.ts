/**
 * The addresses of read-only texts. An address says what to ask for, so that its editor can be filled again after a
 * reload.
 */
import * as vscode from "vscode";

export const scheme = "consider";

/** One side of a list of changes. */
export interface SideOf {
  /** The comparison; "content" is one content of the file, and "none" a side without it. */
  scope: "base" | "since" | "staged" | "unstaged" | "turn" | "content" | "none";
  from?: string;
  side?: "new";
  /** Digest of the file, when the same question can have another answer later. */
  hash?: string;
}

/**
 * The subject of a text: a thread's old file, a thread, a comment on a round, a side of a change, a
 * file with a suggestion, a store check.
 */
export type About =
  | { what: "then" | "thread" | "round"; id: string }
  | { what: "suggested"; id: string; suggestion: string }
  | ({ what: "side"; folder: string; file: string } & SideOf)
  | { what: "check"; folder: string };

export function at(path: string, about: About): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${path}`, query: JSON.stringify(about) });
}

/** The address of the text of a comment on a round. */
export const round = (title: string, id: string): vscode.Uri => at(title, { what: "round", id });

/**
 * Like {@link at}, for an old version of a file. The path is the file's own, by which diff editors recognize a renamed
 * file.
 */
export function was(file: vscode.Uri, about: About): vscode.Uri {
  return vscode.Uri.from({ scheme, path: file.path, query: JSON.stringify(about) });
}
