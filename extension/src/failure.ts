/** Shows errors of the back end to the person. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";
import { complain } from "./messages";

type Manifest = { contributes: { commands: { command: string; title: string }[] } } | undefined;

/** The title of one of our commands. */
export function titleOf(name: string): string {
  const manifest = vscode.extensions.getExtension("consider.consider")?.packageJSON as Manifest;
  return manifest?.contributes.commands.find((c) => c.command === `consider.${name}`)?.title ?? name;
}

/** Shows an error; returns the title of the pressed button, if any. */
export async function tell(what: string, error: unknown, ...buttons: string[]): Promise<string | undefined> {
  log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return complain(`Consider: ${what}: ${textOf(error)}`, ...buttons);
}
