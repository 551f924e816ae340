/** Shows errors of the back end to the person. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";

/** Shows an error; returns the title of the pressed button, if any. */
export async function tell(what: string, error: unknown, ...buttons: string[]): Promise<string | undefined> {
  log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return vscode.window.showErrorMessage(`Consider: ${what}: ${textOf(error)}`, ...buttons);
}
