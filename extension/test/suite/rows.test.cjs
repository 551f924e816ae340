"use strict";
const assert = require("assert/strict");
const vscode = require("vscode");
const { consider, until } = require("./open.cjs");

describe("the rows of the views", () => {
  let project;
  let session;
  let tree;

  before(async () => {
    const { session: s, parts } = await vscode.extensions.getExtension("consider.consider").activate();
    session = s;
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
});
