/**
 * Which agents listen or work is not in the store, so no change of the store reports it. While messages wait or an agent
 * works, and the window has the focus, the back end is asked again: soon after a change, then less and less often.
 */
import * as vscode from "vscode";
import { Pace } from "../backoff";
import { Later } from "../owner";
import type { Session } from "../session";

const soonest = 1000; // ms until it is asked after a change
const latest = 15_000; // longest time between two requests

export function listen(session: Session): vscode.Disposable {
  const pace = new Pace(soonest, latest);
  const later = new Later(soonest, () => void look());
  const isDue = (): boolean => vscode.window.state.focused && session.count("pending") > 0;
  const look = async (): Promise<void> => {
    await Promise.all(session.projects.map((p) => p.hear()));
    pace.looked(true);
    plan();
  };
  const plan = (): void => {
    later.dispose();
    if (isDue()) later.soon(pace.wait);
  };
  const anew = (): void => {
    pace.looked(false);
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
