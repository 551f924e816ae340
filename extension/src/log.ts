import * as vscode from "vscode";

/** The extension's channel in the Output panel. */
export const log = vscode.window.createOutputChannel("Consider", { log: true });
