/** The status bar: open threads, and those with an agent's message that the user has not seen. */
import * as vscode from "vscode";
import { asLabel, askedIn, nobodyWords } from "./delivery/words";
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
    const all = session.all.map(({ thread }) => thread);
    const open = session.projects.flatMap((p) => p.due).length;
    const asked = all.filter(askedIn);
    const unseen = all.filter((t) => session.seen.isUnseen(t) && !askedIn(t)).length;
    const nobody = session.projects.map((p) => nobodyWords(p.due, p.known.heard)).find(Boolean);
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
      if (asked.length > 0) {
        item.text += ` $(question) ${asked.length}${plan ? "" : " awaiting you"}`;
        item.tooltip += `, ${many(asked.length, "question")} for you: “${excerpt(asLabel(asked[0]?.question?.body ?? ""), 60)}”`;
      }
      if (nobody) item.tooltip += `. ${nobody}`;
      if (plan) {
        item.text += " $(checklist) awaiting you";
        item.tooltip += `. An agent is waiting for your verdict on its plan “${excerpt(asLabel(plan.plan.title), 60)}”`;
      }
    }
    const due = plan ? "consider.showPlan" : asked.length > 0 ? "consider.choose" : "consider.showAll";
    item.command = down && !fault ? "consider.showLog" : due;
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  draw();
  return vscode.Disposable.from(item, session.on(["threads", "seen", "state"], draw), session.plans.onDidChange(draw));
}
