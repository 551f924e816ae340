/**
 * Agents' messages in files that are not on the screen are reported in one message per burst, which can be switched
 * off.
 */
import * as vscode from "vscode";
import type { Target } from "./commands";
import { askedIn } from "./delivery/words";
import { inform, withButtons } from "./messages";
import { Later } from "./owner";
import type { Project } from "./project";
import type { ThreadDetail } from "./protocol";
import type { Session } from "./session";
import { setSetting } from "./settings";
import { many } from "./shown";
import { lastWord, nameOf } from "./threadWords";

const burst = 1500; // ms in which messages are combined
const setting = "news";

export function tellNews(session: Session): vscode.Disposable {
  /** The last messages of threads that were unread before, by project: those are not news. */
  const known = new WeakMap<Project, Map<string, string>>();
  let fresh: Target[] = [];
  const soon = new Later(burst, () => {
    const news = fresh.filter(({ project, thread }) => project.threads.has(thread.id) && session.seen.isUnseen(thread));
    fresh = [];
    if (news.length > 0 && isOn()) void say(news);
  });
  const listener = session.on(["threads", "state"], ({ threads = [] }) => {
    for (const project of session.projects.filter((p) => p.wasRead)) {
      const before = known.get(project);
      const now = before ?? new Map<string, string>();
      known.set(project, now);
      for (const id of before ? threads : project.threads.keys()) {
        const thread = project.threads.get(id);
        const last = thread && session.seen.isUnseen(thread) ? lastWord(thread).id : undefined;
        const isNew = before && last !== undefined && last !== now.get(id);
        if (last === undefined) now.delete(id);
        else now.set(id, last);
        if (!thread || !isNew || askedIn(thread)) continue; // a question is reported as such
        if (!isShown(project, thread)) fresh.push({ project, thread });
      }
    }
    if (fresh.length > 0) soon.soon();
  });
  return vscode.Disposable.from(listener, soon);
}

const isOn = (): boolean => vscode.workspace.getConfiguration("consider").get<boolean>(setting, true);

/** Whether the file of a thread is on the screen: the message itself appears there. */
function isShown(project: Project, { placement, file }: ThreadDetail): boolean {
  const at = placement.file ?? file;
  return at !== undefined && vscode.window.visibleTextEditors.some((e) => project.file(e.document.uri) === at);
}

async function say(news: readonly Target[]): Promise<void> {
  const names = [...new Set(news.map(({ thread }) => nameOf(lastWord(thread))))].join(" and ");
  const files = [
    ...new Set(news.map(({ thread: t }) => (t.placement.file ?? t.file ?? "the review").split("/").at(-1) ?? "")),
  ];
  const where = files.length > 3 ? `${files.slice(0, 3).join(", ")} and ${files.length - 3} more` : files.join(", ");
  const threads = new Set(news.map(({ thread }) => thread.id)).size;
  const words = `${names} replied ${threads === 1 ? "in" : `${many(threads, "thread")} in`} ${where}.`;
  const show = (): Thenable<unknown> => vscode.commands.executeCommand("consider.open", news[0]);
  await withButtons(inform, words, ["Show", show], ["Don't Show Again", () => setSetting(setting, false)]);
}
