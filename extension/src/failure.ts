/** Errors of the back end, told to a person. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";

/** Says what went wrong; the answer of the button that was pressed, if any. */
export async function tell(what: string, error: unknown, ...buttons: string[]): Promise<string | undefined> {
  log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return vscode.window.showErrorMessage(`Consider: ${what}: ${textOf(error)}`, ...buttons);
}
