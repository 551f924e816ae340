/**
 * Which agents listen or work is not in the store, so no change of the store reports it. While messages wait or an agent
 * works, and the window has the focus, the back end is asked again: soon after a change, then less and less often.
 */
import * as vscode from "vscode";
import { Later } from "../owner";
import type { Session } from "../session";

const soonest = 1000; // ms until it is asked after a change
const latest = 15_000; // longest time between two requests

export function listen(session: Session): vscode.Disposable {
  let wait = soonest;
  const later = new Later(soonest, () => void look());
  const isDue = (): boolean => vscode.window.state.focused && session.count("pending") > 0;
  const look = async (): Promise<void> => {
    await Promise.all(session.projects.map((p) => p.hear()));
    wait = Math.min(2 * wait, latest);
    plan();
  };
  const plan = (): void => {
    later.dispose();
    if (isDue()) later.soon(wait);
  };
  const anew = (): void => {
    wait = soonest;
    plan();
  };
  return vscode.Disposable.from(
    session.on(["threads", "state"], anew),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) anew();
    }),
    later,
  );
}
