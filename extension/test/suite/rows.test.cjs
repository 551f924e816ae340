"use strict";
const assert = require("assert/strict");
const { rmSync, writeFileSync } = require("fs");
const vscode = require("vscode");
const { consider, until } = require("./open.cjs");

describe("the rows of the views", () => {
  let parts;
  let project;
  let session;
  let tree;

  before(async () => {
    ({ session, parts } = await vscode.extensions.getExtension("consider.consider").activate());
    project = await until("a project", () => session.projects[0]?.wasRead && session.projects[0]);
    ({ tree } = parts.find((p) => p.tree));
  });

  it("a row that has changed while it was hidden is known as it is drawn now", async () => {
    const { filter } = session;
    const { id } = consider("add", "small.txt:3", "-m", "about three", "--as", "human").thread;
    const row = () => tree.threads().find(({ thread }) => thread.id === id);
    /** Waits until the row was drawn with the label, or without it. */
    const drawn = (isLabelled) =>
      until(`drawn, ${isLabelled ? "with" : "without"} a label`, () => {
        const [, description] = (row() && tree.rows.looks.get(tree.getTreeItem(row()).id)) ?? [];
        return description !== undefined && description.includes("later") === isLabelled;
      });
    try {
      await project.change("label", { id, add: ["later"] });
      await drawn(true);
      session.replaceFilter({ ...filter, label: "later" });
      await project.change("label", { id, remove: ["later"] });
      await until("hidden", () => !row() && tree.fresh.size === 0);
      session.replaceFilter(filter);
      await drawn(false);
    } finally {
      session.replaceFilter(filter);
      consider("delete", id, "--as", "human");
      await until("gone", () => !project.threads.has(id));
    }
  });

  it("a file that is named like a thread has a row of its own", async () => {
    const { id } = consider("add", "small.txt:3", "-m", "about three", "--as", "human").thread;
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, id);
    writeFileSync(file.fsPath, "one\n");
    const on = { place: id, startLine: 1, endLine: 1, message: "about one" };
    const other = (await project.change("add", on)).thread.id;
    try {
      await until("read", () => [id, other].every((one) => project.threads.has(one)));
      const rows = tree.getChildren().flatMap((row) => [row, ...tree.getChildren(row)]);
      const known = rows.map((row) => [tree.getTreeItem(row).id, row.thread?.id ?? row.file]);
      assert.equal(new Set(known.map(([name]) => name)).size, known.length);
      const shown = known.map(([, what]) => what);
      assert.deepEqual(shown.filter((what) => [id, other].includes(what)).sort(), [id, id, other].sort());
    } finally {
      rmSync(file.fsPath);
      consider("delete", id, other, "--as", "human");
      await until("gone", () => [id, other].every((one) => !project.threads.has(one)));
    }
  });

  it("a mark that cannot be stored is not shown", async () => {
    const { changes, owned } = parts.find((p) => p.changes);
    const view = owned.find((part) => part.tick);
    const { ask } = project.client;
    await changes.known(true);
    const row = { file: { path: "small.txt", hash: "none" } };
    const drawn = [];
    const listener = view.onDidChangeTreeData((rows) => drawn.push(...(rows ?? [])));
    project.client.ask = (verb, input) =>
      verb === "changes viewed" ? Promise.reject(new Error("no room")) : ask.call(project.client, verb, input);
    try {
      await view.tick([[row, vscode.TreeItemCheckboxState.Checked]]);
    } finally {
      delete project.client.ask;
      listener.dispose();
    }
    assert.ok(drawn.includes(row), "VS Code asks for the state again");
    assert.ok(!changes.isViewed(row.file));
  });
});
