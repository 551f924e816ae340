/**
 * Messages to the person. VS Code turns `[words](address)` in a message into links, even links that run commands, and
 * agents' text, file names and errors can contain such text. So all messages go through here, which removes the links.
 */
import * as vscode from "vscode";
import { asText } from "./delivery/words";

export const inform = ((words: string, ...rest: never[]) =>
  vscode.window.showInformationMessage(asText(words), ...rest)) as typeof vscode.window.showInformationMessage;

export const warn = ((words: string, ...rest: never[]) =>
  vscode.window.showWarningMessage(asText(words), ...rest)) as typeof vscode.window.showWarningMessage;

export const complain = ((words: string, ...rest: never[]) =>
  vscode.window.showErrorMessage(asText(words), ...rest)) as typeof vscode.window.showErrorMessage;

/** Asks before an act, which the only button names. */
export const isSure = async (question: string, detail: string, act: string): Promise<boolean> =>
  (await warn(question, { modal: true, detail }, act)) === act;

/** Shows a message with a button for each act, and does what the pressed one says. */
export async function withButtons(
  show: typeof inform,
  words: string,
  ...acts: readonly (readonly [button: string, act: () => unknown])[]
): Promise<void> {
  const answer = await show(words, ...acts.map(([button]) => button));
  await acts.find(([button]) => button === answer)?.[1]();
}
