import type * as vscode from "vscode";
import { registerCommands } from "./commands";
import { log } from "./log";
import { Session } from "./session";
import { showStatus } from "./status";
import { provideThen } from "./then";
import { Tree } from "./tree";
import { offerSetup } from "./welcome";

/** What the tests look at from inside the extension host. */
export interface Inside {
  session: Session;
}

export function activate(context: vscode.ExtensionContext): Inside {
  const session = new Session(context);
  context.subscriptions.push(
    log,
    session,
    registerCommands(session),
    new Tree(session),
    showStatus(session),
    provideThen(session),
    offerSetup(session),
  );
  void session.start(); // VS Code need not wait for a back end
  return { session };
}
