"use strict";
const assert = require("assert/strict");
const vscode = require("vscode");
const { consider, messagesOf, open, until } = require("./open.cjs");

describe("suggestions in the code", () => {
  const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "small.txt");
  let project;

  before(async () => {
    const { session } = await vscode.extensions.getExtension("consider.consider").activate();
    project = await until("a project", () => session.projects[0]?.info && session.projects[0]);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const suggest = (at, ...blocks) => {
    const words = blocks.map((lines) => ["```suggestion", ...lines, "```"].join("\n")).join("\n\n");
    return consider("add", at, "-m", words, "--as", "human").thread.id;
  };
  const lensesOf = async (ids) =>
    (await vscode.commands.executeCommand("vscode.executeCodeLensProvider", file)).filter((l) =>
      ids.includes(l.command?.arguments?.[0]?.thread?.id),
    );
  const press = ({ command }) => vscode.commands.executeCommand(command.command, ...command.arguments);
  /** The text on the right side of the open diff. */
  const suggestedNow = async () => {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab;
    return (await vscode.workspace.openTextDocument(input.modified)).getText();
  };
  const applyFile = () => messagesOf(() => vscode.commands.executeCommand("consider.applyFile"));
  const undoAll = async (document, before, ids) => {
    await open(file);
    await vscode.commands.executeCommand("undo");
    await until("undone", () => document.getText() === before);
    await document.save();
    consider("delete", ...ids, "--as", "human");
    await until("gone", () => ids.every((id) => !project.threads.has(id)));
  };

  it("lenses, a diff, hiding, and all of a file as one edit", async () => {
    const ids = [
      suggest("small.txt:2", ["TWO"]),
      suggest("small.txt:4-5", ["FOUR", "FIVE"]),
      suggest("small.txt:5", ["five!"]),
    ];
    await open(file);
    const lenses = () => lensesOf(ids);
    await until("lenses", async () => (await lenses()).length === 12);
    assert.deepEqual(
      (await lenses()).slice(0, 4).map((l) => [l.range.start.line, l.command.title]),
      ["Apply", "Apply and Resolve", "Show Diff", "Hide"].map((title) => [1, title]),
    );
    const document = await vscode.workspace.openTextDocument(file);
    const before = document.getText();
    const [, , show, hide] = (await lenses()).slice(4, 8);
    await press(show);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab.input.original.toString(), file.toString());
    assert.equal(await suggestedNow(), before.replace("four\nfive", "FOUR\nFIVE"));
    assert.equal(document.getText(), before, "nothing is written");
    await open(file);
    await press(hide);
    await until("hidden", async () => (await lenses()).length === 8);
    assert.equal(project.threads.get(ids[1]).workflowState, "open");

    const said = await applyFile();
    const first = document.getText();
    assert.ok(
      [
        before.replace("two", "TWO").replace("four\nfive", "FOUR\nFIVE"),
        before.replace("two", "TWO").replace("five", "five!"),
      ].includes(first),
      first,
    );
    assert.match(said, /not applied, because lines changed or overlap: “[^”]*”\.$/, "one is left, and named");
    await undoAll(document, before, ids);
  });

  it("several suggestions in one thread: each has its own lenses", async () => {
    const ids = [suggest("small.txt:2", ["TWO"], ["2"]), suggest("small.txt:4", ["FOUR"])];
    await open(file);
    const lens = async (title) => (await lensesOf(ids)).find((l) => l.command.title === title);
    const [first, second] = [
      await until("the first lens", () => lens("Show Diff (1)")),
      await until("the second lens", () => lens("Show Diff (2)")),
    ];
    const document = await vscode.workspace.openTextDocument(file);
    const before = document.getText();
    for (const [which, word] of [
      [first, "TWO"],
      [second, "2"],
    ]) {
      await press(which);
      assert.equal(await suggestedNow(), before.replace("two", word));
      await open(file);
    }
    assert.match(await applyFile(), /not applied, because there are several suggestions: “[^”]*”\.$/, "it is named");
    assert.equal(document.getText(), before.replace("four", "FOUR"));
    await press(await lens("Hide (1)"));
    await until("two are left", async () => (await lensesOf([ids[0]])).length === 4);
    await undoAll(document, before, ids);
  });
});
