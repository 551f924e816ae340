"use strict";
const vscode = require("vscode");

// open shows a file as a person would open it. vscode.window.showTextDocument fails in between: it first asks for the
// document, of which VS Code keeps those last asked for, about 50, and it asks for one for each comment box of a file
// that is shown. With 200 threads the document is gone before it has an editor.
exports.open = async (uri) => {
  await vscode.commands.executeCommand("vscode.open", uri);
  return new Promise((resolve) => {
    const look = () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.uri.toString() !== uri.toString()) return;
      changed.dispose();
      resolve(editor);
    };
    const changed = vscode.window.onDidChangeActiveTextEditor(look);
    look();
  });
};
