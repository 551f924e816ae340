/** The contents of tabs. An editor inside a multi-file diff, or inside a list of references, has no tab of its own. */
import * as vscode from "vscode";

/** The open document at an address. */
export const documentAt = (key: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((d) => d.uri.toString() === key);

/** Whether a tab shows an editor's document, alone or as a side of a diff. */
export function isTabOf(tab: vscode.Tab | undefined, { document }: vscode.TextEditor): boolean {
  const isHere = (of: vscode.Uri): boolean => of.toString() === document.uri.toString();
  const input: unknown = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) return isHere(input.modified) || isHere(input.original);
  return input instanceof vscode.TabInputText && isHere(input.uri);
}
