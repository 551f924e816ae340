import assert from "node:assert/strict";
import { test } from "node:test";
import type { TreeItem } from "vscode";
import { Rows } from "../../src/rows";

const item = (change: Partial<TreeItem> = {}): TreeItem => ({ id: "c_1", label: "about four", ...change });

test("a row is new at first, and then only if it looks different", () => {
  const rows = new Rows();
  assert.ok(rows.isNew(item()));
  assert.ok(!rows.isNew(item()));
  assert.ok(!rows.isNew(item({ command: { command: "open", title: "Open" } })), "that is not seen");
  const icon = (name: string): Partial<TreeItem> => ({ iconPath: { id: name } });
  const checked: object = { checkboxState: { state: 1 } };
  const changes: Partial<TreeItem>[] = [
    { label: "about five" },
    { description: "stale" },
    { tooltip: "more" },
    { contextValue: "thread open" },
    icon("comment"),
    icon("warning"),
    checked,
    { resourceUri: { toString: () => "a.ts" } as never },
  ];
  for (const change of changes) {
    assert.ok(rows.isNew(item(change)), JSON.stringify(change));
    assert.ok(!rows.isNew(item(change)));
  }
  assert.ok(rows.isNew(item()), "as at first");
});

test("a row is new if the list of the rows below it is another one", () => {
  const rows = new Rows();
  const [one, two] = [{}, {}];
  assert.ok(rows.isNew(item(), [one, two]));
  assert.ok(!rows.isNew(item(), [one, two]));
  assert.ok(rows.isNew(item(), [two, one]), "in another order");
  assert.ok(rows.isNew(item(), [two]));
  assert.ok(rows.isNew(item(), [{}]), "another object");
  assert.ok(rows.isNew(item({ id: "c_2" }), [two]), "another row");
  assert.ok(rows.isNew(item(), []));
  assert.ok(!rows.isNew(item()), "none is below it");
});

test("a row stays the same object, with what is known of it now", () => {
  const rows = new Rows<{ file: string; threads: string[] }>();
  const first = rows.same("a", { file: "a.ts", threads: ["c_1"] });
  const other = rows.same("b", { file: "b.ts", threads: [] });
  assert.equal(rows.same("a", { file: "a.ts", threads: ["c_1", "c_2"] }), first);
  assert.deepEqual(first.threads, ["c_1", "c_2"]);
  assert.notEqual(first, other);
});
