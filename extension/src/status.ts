/** The status bar: open threads, and those with an agent's word that the user has not seen. */
import * as vscode from "vscode";
import type { Session } from "./session";
import { many } from "./shown";
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
    const fault = session.faults.join(" ");
    const all = session.projects.flatMap((p) => [...p.threads.values()]);
    const open = all.filter(isOpen).length;
    const unseen = all.filter((t) => session.seen.isUnseen(t)).length;
    item.backgroundColor = fault ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    if (fault) {
      item.text = "$(error) Consider";
      item.tooltip = `Consider ${fault}`;
    } else if (down) {
      item.text = "$(comment-discussion) $(loading~spin)";
      item.tooltip = "Consider is being started";
    } else {
      item.text = `$(comment-discussion) ${open}${unseen ? ` $(bell-dot) ${unseen}` : ""}`;
      item.tooltip = `Consider: ${many(open, "open thread")}, ${many(unseen, "unread answer")}`;
    }
    item.command = down && !fault ? "consider.showLog" : "consider.showAll";
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  draw();
  const listener = session.onDidChange(draw);
  return vscode.Disposable.from(item, listener);
}
