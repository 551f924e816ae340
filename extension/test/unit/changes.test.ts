import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangedFile, Target } from "../../src/protocol";
import { asked, flagsOf, isOn, wordsOf, type Scope } from "../../src/changes/words";

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
