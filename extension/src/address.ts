/** The addresses of read-only texts. One says what to ask, so that its editor is filled again after a reload. */
import * as vscode from "vscode";

export const scheme = "consider";

/** What a text is about: code of a thread, a thread, or something of a folder. */
export type About =
  | { what: "then" | "now" | "thread"; id: string }
  | { what: "changes"; folder: string; checkpoint: string }
  | { what: "check"; folder: string };

export function at(path: string, about: About): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${path}`, query: JSON.stringify(about) });
}
