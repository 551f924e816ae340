/** Shows errors of the back end to the person, those of commands too. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { log } from "./log";
import { complain } from "./messages";

type Manifest = { contributes: { commands: { command: string; title: string }[] } } | undefined;

/** The title of one of our commands. */
function titleOf(name: string): string {
  const manifest = vscode.extensions.getExtension("consider.consider")?.packageJSON as Manifest;
  return manifest?.contributes.commands.find((c) => c.command === `consider.${name}`)?.title ?? name;
}

/** Shows an error; returns the title of the pressed button, if any. */
export async function tell(what: string, error: unknown, ...buttons: string[]): Promise<string | undefined> {
  log.error(what, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return complain(`Consider: ${what}: ${textOf(error)}`, ...buttons);
}

/** An argument with which a command does nothing. */
export const ready = "ready";

/**
 * Registers `consider.<name>` for each row of a table; the rows get the given arguments first. Errors are shown below
 * the title that what returns for a name.
 */
export function registerTable(
  table: Readonly<Record<string, (...args: never[]) => unknown>>,
  given: readonly unknown[] = [],
  what = titleOf,
): vscode.Disposable {
  const commands = Object.entries(table).map(([name, run]) =>
    vscode.commands.registerCommand(`consider.${name}`, async (...args: unknown[]) => {
      if (args[0] === ready) return undefined;
      try {
        return await run(...([...given, ...args] as never[]));
      } catch (error) {
        void tell(what(name), error);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...commands);
}
