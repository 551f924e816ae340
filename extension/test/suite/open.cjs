// What the suites share.
"use strict";
const { execFileSync } = require("child_process");
const path = require("path");
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

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
// until calls ask until the result is truthy.
exports.until = async (what, ask) => {
  const end = Date.now() + 90_000;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(30);
  }
  throw new Error(`never: ${what}`);
};

// consider runs the command line as a person in a terminal, and returns the answer's data.
exports.consider = (...args) => {
  const program = path.join(vscode.extensions.getExtension("consider.consider").extensionPath, "bin", "consider");
  const env = { ...process.env };
  delete env.CLAUDECODE; // a person's own terminal
  return JSON.parse(
    execFileSync(program, [...args, "--json"], {
      cwd: vscode.workspace.workspaceFolders[0].uri.fsPath,
      env,
      encoding: "utf8",
    }),
  ).data;
};

// messagesOf returns the messages during an act.
exports.messagesOf = async (act) => {
  const { showInformationMessage } = vscode.window;
  const said = [];
  vscode.window.showInformationMessage = (words) => Promise.resolve(void said.push(words));
  try {
    await act();
  } finally {
    vscode.window.showInformationMessage = showInformationMessage;
  }
  return said.join();
};
