import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangedFile, Target, ThreadDetail } from "../../src/protocol";
import { asked, flagsOf, isOn, openByFile, titleOf, wordsOf, type Scope } from "../../src/changes/words";

test("a scope is asked for, and opened in the browser, as the same", () => {
  const cases: [Scope, object, string[]][] = [
    [{ kind: "head" }, { scope: "head" }, []],
    [{ kind: "since", from: "last" }, { scope: "since", from: "last" }, ["--since=last"]],
    [{ kind: "base", from: "-x" }, { scope: "base", from: "-x" }, ["--base=-x"]],
    [{ kind: "staged" }, { scope: "staged" }, ["--staged"]],
    [{ kind: "unstaged" }, { scope: "unstaged" }, ["--unstaged"]],
  ];
  for (const [scope, question, flags] of cases) {
    assert.deepEqual(asked(scope), question);
    assert.deepEqual(flagsOf(scope), flags);
  }
});

test("a heading names the round or the branch", () => {
  assert.equal(wordsOf({ kind: "since", label: "Changes since round-2", from: "round-2" }), "since round-2");
  assert.equal(wordsOf({ kind: "base", label: "Changes since main", from: "0123" }), "since main");
  assert.equal(wordsOf({ kind: "head", label: "Uncommitted changes against HEAD", from: "0123" }), "uncommitted");
});

test("a thread on the whole review is under no changed file, whatever its name was", () => {
  const file: ChangedFile = {
    id: "0",
    path: "a.go",
    status: "M",
    untracked: false,
    additions: 1,
    deletions: 0,
    binary: false,
    collapsed: "",
    hash: "0",
  };
  const on = (target: Target, path?: string, now?: string): Parameters<typeof isOn>[0] => ({
    target,
    placement: { anchorState: "anchored", ...(now && { file: now }) },
    ...(path && { file: path }),
  });
  for (const oldPath of [undefined, "was.go"]) {
    const changed = oldPath ? { ...file, oldPath } : file;
    assert.equal(isOn(on("review"), changed), false);
    assert.equal(isOn(on("response"), changed), false);
    assert.equal(isOn(on("lines", "b.go"), changed), false);
    assert.equal(isOn(on("lines", "b.go", "a.go"), changed), true);
    assert.equal(isOn(on("file", "was.go"), changed), oldPath !== undefined);
  }
});

test("the title of all changes counts the open threads on the changed files", () => {
  const list = { scope: { label: "Changes since round-1" }, files: [{ path: "a.go" }, { path: "b.go" }] } as never;
  const thread = (file: string, workflowState = "open"): ThreadDetail =>
    ({ target: "lines", file, workflowState, placement: { anchorState: "anchored" } }) as never;
  assert.equal(titleOf(list, [thread("c.go")]), "Changes since round-1");
  const threads = [thread("a.go"), thread("b.go", "resolved"), thread("c.go")];
  assert.equal(titleOf(list, threads), "Changes since round-1 · 1 open thread");
  assert.equal(titleOf(list, [...threads, thread("b.go")]), "Changes since round-1 · 2 open threads");
});

test("open threads are found by the file that they are on now", () => {
  const thread = (id: string, change: Partial<ThreadDetail>): ThreadDetail =>
    ({ id, target: "lines", workflowState: "open", placement: { anchorState: "anchored" }, ...change }) as never;
  const moved = thread("c_2", { file: "was.go", placement: { anchorState: "anchored", file: "a.go" } });
  const none = [
    thread("c_3", { file: "a.go", workflowState: "resolved" }),
    thread("c_4", { file: "a.go", target: "response" }),
    thread("c_5", { target: "review" }),
  ];
  const found = openByFile([thread("c_1", { file: "a.go" }), moved, ...none, thread("c_6", { file: "b.go" })]);
  const ids = [...found].map(([file, threads]) => [file, ...threads.map(({ id }) => id)]);
  assert.deepEqual(ids, [
    ["a.go", "c_1", "c_2"],
    ["b.go", "c_6"],
  ]);
});
