/** One question when a folder without threads is opened for the first time. Nothing happens without an answer. */
import * as vscode from "vscode";
import { inform, withButtons } from "./messages";
import type { Session } from "./session";

const place = "consider.offered";

export function offerSetup(session: Session): vscode.Disposable {
  const memory = session.context.workspaceState;
  const listener = session.on(["state"], () => {
    const fresh = session.projects.some((p) => p.info && !p.info.hasStore && p.threads.size === 0);
    const wanted = vscode.workspace.getConfiguration("consider").get<boolean>("offerSetup", true);
    if (!fresh || !wanted || memory.get<boolean>(place)) return;
    listener.dispose();
    void memory.update(place, true);
    void ask();
  });
  return listener;
}

function ask(): Promise<void> {
  const words =
    "Leave comments on code for your agents: click the + in the gutter. Run setup so that agents can reply.";
  const setup = (): Thenable<unknown> => vscode.commands.executeCommand("consider.setup");
  const show = (): Thenable<unknown> =>
    vscode.commands.executeCommand("workbench.action.openWalkthrough", "consider.consider#start", false);
  return withButtons(inform, words, ["Set Up…", setup], ["Show Me How", show]);
}
