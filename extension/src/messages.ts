/**
 * Messages to the person. VS Code makes links of `[words](address)` in a message, even links that run commands, and what
 * an agent wrote, a file's name and an error can hold such words. So all messages go through here, where they lose them.
 */
import * as vscode from "vscode";
import { asText } from "./delivery/words";

export const inform = ((words: string, ...rest: never[]) =>
  vscode.window.showInformationMessage(asText(words), ...rest)) as typeof vscode.window.showInformationMessage;

export const warn = ((words: string, ...rest: never[]) =>
  vscode.window.showWarningMessage(asText(words), ...rest)) as typeof vscode.window.showWarningMessage;

export const complain = ((words: string, ...rest: never[]) =>
  vscode.window.showErrorMessage(asText(words), ...rest)) as typeof vscode.window.showErrorMessage;
