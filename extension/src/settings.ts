/** The settings of a person, as far as the extension writes them. */
import * as vscode from "vscode";
import { tell } from "./failure";

/** Writes a setting for all folders, and shows an error if it cannot: the file may be read-only or not valid. */
export async function setSetting(name: string, value: string | boolean): Promise<void> {
  try {
    await vscode.workspace.getConfiguration("consider").update(name, value, vscode.ConfigurationTarget.Global);
  } catch (error) {
    void tell(`the setting consider.${name} could not be saved`, error);
  }
}
