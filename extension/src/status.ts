/** The status bar: open threads, and those with an agent's message that the user has not seen. */
import * as vscode from "vscode";
import { asLabel, askedIn } from "./delivery/words";
import type { Session } from "./session";
import { excerpt, many } from "./shown";

export function showStatus(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("consider.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Consider";
  const draw = (): void => {
    if (session.projects.length === 0) {
      item.hide();
      return;
    }
    const down = session.projects.every((p) => p.info === undefined);
    const [plan] = session.plans.awaited;
    const fault = session.faults.join(" ");
    const open = session.count("due");
    const asked = session.count("asked");
    const unseen = session.count("unread");
    const { advice } = session;
    item.backgroundColor = fault ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    if (fault) {
      item.text = "$(error) Consider";
      item.tooltip = `Consider ${fault}`;
    } else if (down) {
      item.text = "$(comment-discussion) $(loading~spin)";
      item.tooltip = "Consider is starting";
    } else {
      item.text = `$(comment-discussion) ${open}${unseen ? ` $(bell-dot) ${unseen}` : ""}`;
      item.tooltip = `Consider: ${many(open, "open thread")}, ${many(unseen, "unread thread")}`;
      if (asked > 0) {
        const first = session.all.find(({ thread }) => askedIn(thread))?.thread.question?.body ?? "";
        item.text += ` $(question) ${asked}${plan ? "" : " awaiting you"}`;
        item.tooltip += `, ${many(asked, "question")} for you: “${excerpt(asLabel(first), 60)}”`;
      }
      if (advice) item.tooltip += `. ${advice}`;
      if (plan) {
        item.text += " $(checklist) awaiting you";
        item.tooltip += `. An agent is waiting for your verdict on its plan “${excerpt(asLabel(plan.plan.title), 60)}”`;
      }
    }
    const due = plan ? "consider.showPlan" : asked > 0 ? "consider.choose" : "consider.showAll";
    item.command = down && !fault ? "consider.showLog" : due;
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  draw();
  return vscode.Disposable.from(item, session.on(["threads", "seen", "state"], draw), session.plans.onDidChange(draw));
}
