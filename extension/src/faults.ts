/**
 * Problems of the back end that a person has to know: it cannot start, it does not count as the person's, or a store has
 * lost its newest state, or changes that a backup has.
 */
import * as vscode from "vscode";
import { choose, chooseTitle } from "./locate";
import { log } from "./log";
import { complain, inform, warn, withButtons } from "./messages";
import type { Project } from "./project";
import type { BackupAhead } from "./protocol";
import type { Session } from "./session";
import { many } from "./shown";
import { showCheck } from "./texts";
import { offer } from "./undo";

/** Shows each fault once for all folders, until it is over. */
export function tellFaults(session: Session): vscode.Disposable {
  const told = new Map<string, string>();
  const once = (what: string, words: string, show: () => unknown): void => {
    if ((told.get(what) ?? "") === words) return;
    told.set(what, words);
    if (words) void show();
  };
  return session.on(["state"], () => {
    const faults = session.faults.join(" ");
    once("down", faults, () => tellDown(session, faults));
    const unproven = [...new Set(session.projects.flatMap((p) => p.info?.unproven ?? []))].join(" ");
    // It says that the back end does not count as the user's, why, and what to do.
    once("unproven", unproven, () => withButtons(warn, `Consider: ${unproven}`, [chooseTitle, choose]));
    for (const project of session.projects) {
      const name = project.folder.uri.toString();
      const { backup } = project.client;
      once(`lost ${name}`, lostState(project) ? "lost" : "", () => tellRecovered(project));
      once(`backup ${name}`, backup?.last ?? "", () => backup && offerBackup(project, backup));
    }
  });
}

function tellDown(session: Session, words: string): Promise<void> {
  log.error(words);
  const other = vscode.workspace.isTrusted ? chooseTitle : "Manage Trust";
  return withButtons(
    complain,
    `Consider ${words}`,
    ["Restart", () => session.restart()],
    ["Show Log", () => log.show()],
    [other, choose],
  );
}

/** Whether the newest state of a store could not be read: an older one is shown until a person acknowledges it. */
const lostState = (p: Project): boolean => p.known.damaged.some((d) => d.path.startsWith("refs/"));

function tellRecovered(project: Project): Promise<void> {
  const said = "the latest review data cannot be read. An older version is shown; the latest messages may be missing.";
  const failed = "could not check the review data";
  return offer(warn, `Consider: ${said}`, "Check Review Data", () => checkStore(project), failed);
}

/** Offers to restore the changes that only the backup has, for instance after the store was deleted. */
function offerBackup(project: Project, { changes, last }: BackupAhead): Promise<void> {
  const when = new Date(last).toLocaleString();
  const said = `Consider: the backup is ${many(changes, "change")} ahead of this project (last: ${when}).`;
  const restore = (): Promise<unknown> => project.change("fsck", { restore: true });
  return offer(warn, said, "Restore", restore, "could not restore the backup");
}

/** Checks a store, and shows the findings. */
export async function checkStore(project: Project): Promise<void> {
  const found = await project.client.ask("fsck", {});
  if (found.sound) {
    void inform(`Consider: no problems found in the review data (${many(found.threads, "thread")}).`);
    return;
  }
  await showCheck(project);
  const note = "Acknowledge";
  const said = `Consider: the review data is damaged in ${many(found.problems.length, "place")}. Everything else still works.`;
  if ((await warn(said, ...(found.lost ? [note] : []))) !== note) return;
  await project.client.ask("fsck", { accept: true });
  await project.refresh(true);
}
