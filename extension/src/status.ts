/** The status bar: open threads, and those with an agent's word that the user has not seen. */
import * as vscode from "vscode";
import type { Session } from "./session";
import { isOpen } from "./threadWords";

export function showStatus(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("consider.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Consider";
  const draw = (): void => {
    if (session.projects.length === 0) {
      item.hide();
      return;
    }
    const down = session.projects.every((p) => p.info === undefined);
    const all = session.projects.flatMap((p) => [...p.threads.values()]);
    const open = all.filter(isOpen).length;
    const unseen = all.filter((t) => session.seen.isUnseen(t)).length;
    item.text = down
      ? "$(comment-discussion) $(sync~spin)"
      : `$(comment-discussion) ${open}${unseen ? ` $(bell-dot) ${unseen}` : ""}`;
    item.tooltip = down
      ? "Consider: the back end is being started"
      : `Consider: ${open} open, ${unseen} with an answer that you have not seen`;
    item.command = down ? "consider.showLog" : "consider.showAll";
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  draw();
  const listener = session.onDidChange(draw);
  return vscode.Disposable.from(item, listener);
}
