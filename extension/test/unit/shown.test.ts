import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../../src/backoff";
import { authorsOf, describe as inWords, everything, narrows, passes } from "../../src/filter";
import { fromWire, spelledRoot, toWire } from "../../src/paths";
import type { ThreadDetail } from "../../src/protocol";
import {
  changesOf,
  contextOf,
  drawnAt,
  entriesOf,
  excerpt,
  harmless,
  headOf,
  rowOf,
  roundOf,
  subjectOf,
} from "../../src/shown";

function thread(change: Partial<ThreadDetail> = {}): ThreadDetail {
  const placement = { file: "src/a.ts", startLine: 4, endLine: 6, anchorState: "anchored" as const };
  return {
    id: "c_00000001",
    target: "lines",
    file: "src/a.ts",
    side: "new",
    workflowState: "open",
    anchorState: "anchored",
    unseen: false,
    placement,
    author: "human",
    authorName: "Ann",
    createdAt: "2026-01-01T00:00:00Z",
    body: "Why?",
    replies: 1,
    thread: [
      {
        id: "r_1",
        author: "agent",
        authorName: "codex",
        body: "So.",
        createdAt: "2026-01-01T00:01:00Z",
        outcome: "answered",
      },
    ],
    anchor: {
      startLine: 4,
      endLine: 6,
      contextBefore: [],
      targetContent: "",
      contextAfter: [],
      contentHash: "",
      base: {},
    },
    checkedAt: "2026-01-01T00:02:00Z",
    ...change,
  };
}

test("an agent's words are told from a person's", () => {
  const [first, reply] = entriesOf(thread());
  assert.equal(first?.mine, true);
  assert.equal(first.label, "");
  assert.equal(reply?.mine, false);
  assert.equal(reply.authorName, "codex");
  assert.equal(reply.label, "Agent · Answered");
});

// An author of an unknown kind was once shown as "You", and any state but open as "Resolved".
test("a word of a newer program is shown as it is, and gives nobody a person's rights", () => {
  const t = thread({ author: "unknown", workflowState: "parked", target: "plan" });
  delete t.authorName;
  const [first] = entriesOf(t);
  assert.equal(first?.mine, false);
  assert.equal(first.authorName, "unknown");
  assert.equal(first.label, "unknown");
  assert.match(headOf(t, t.placement), /^unknown, codex · parked · plan$/);
  assert.equal(contextOf(t, t.placement), "thread open anchored plan finding", "it can be resolved");
  assert.deepEqual(drawnAt(t, t.placement), { start: 3, end: 5 });
  assert.equal(drawnAt(thread({ target: "verdict" }), { anchorState: "anchored" }), undefined);
  const claim = { id: "r_1", author: "agent", body: "x", createdAt: "", outcome: "addressed", unchanged: true };
  const label = "Agent · Addressed · nothing changed since your message";
  assert.equal(entriesOf(thread({ thread: [claim] }))[1]?.label, label);
  const later = { ...claim, unchanged: false, proof: "half" };
  assert.equal(entriesOf(thread({ thread: [later] }), {}, true).length, 2, "no link for an unknown state");
  const reply = { id: "r_1", author: "agent", body: "x", createdAt: "", outcome: "half-done" };
  assert.equal(entriesOf(thread({ thread: [reply] }))[1]?.label, "Agent · half-done");
});

test("changes for a claim are a link if the program can show them, otherwise a word", () => {
  const claim = { id: "r_1", author: "agent", body: "x", createdAt: "", outcome: "addressed" };
  const shown = (reply: object, shows: boolean): string[] =>
    entriesOf(thread({ thread: [{ ...claim, ...reply }] }), {}, shows).map((e) => e.proves?.word ?? e.label);
  for (const [proof, word] of [
    ["here", "Changed here"],
    ["form", "Only spacing changed"],
    ["elsewhere", "Changed elsewhere"],
    ["before", "Changed before the message"],
  ]) {
    assert.deepEqual(shown({ proof }, true), ["", "Agent · Addressed", word]);
    assert.deepEqual(shown({ proof }, false), ["", `Agent · Addressed · ${word?.toLowerCase()}`]);
  }
  const nothing = "nothing changed since your message";
  assert.deepEqual(shown({ proof: "nothing", unchanged: true }, true), ["", `Agent · Addressed · ${nothing}`]);
  assert.deepEqual(shown({ unchanged: true, proof: "before" }, true)[2], "Changed before the message");
  assert.deepEqual(shown({}, true), ["", "Agent · Addressed"]);
  const [, , link] = entriesOf(thread({ thread: [{ ...claim, proof: "here" }] }), {}, true);
  assert.deepEqual(link?.proves, { thread: thread().id, reply: "r_1", word: "Changed here" });
});

test("a thread that is not surely placed says so, and no line", () => {
  const t = thread();
  const stale = {
    anchorState: "stale" as const,
    file: "src/a.ts",
    reason: "edited",
    guess: { startLine: 9, endLine: 9 },
  };
  assert.match(headOf(t, stale), /^Ann, codex · Stale, was lines 4-6 \(edited\)/);
  assert.deepEqual(drawnAt(t, stale), { start: 8, end: 8 });
  const lost = { anchorState: "stale" as const, file: "src/a.ts" };
  assert.match(headOf(t, lost), /^Ann, codex · Stale, was lines 4-6/);
  assert.equal(drawnAt(t, lost), undefined, "above the file, not on a line");
  assert.match(
    headOf(t, { anchorState: "orphaned" }),
    /^Ann, codex · Orphaned, was lines 4-6 \(its file is gone or cannot be read\)/,
  );
  assert.equal(contextOf(t, lost), "thread open stale lines");
});

test("the head line names the lines and who speaks, and no id", () => {
  const t = thread();
  assert.equal(headOf(t, t.placement), "Lines 4 to 6 · Ann, codex");
  const resolved = thread({ workflowState: "resolved", placement: { ...t.placement, endLine: 4 } });
  assert.equal(headOf(resolved, resolved.placement), "Line 4 · Ann, codex · Resolved");
  assert.equal(rowOf(t, 4), ":4 Why?");
  assert.equal(rowOf(t, undefined), "Why?");
});

test("what turns the order of letters is shown", () => {
  assert.equal(harmless("a\u202eb\u2066c"), "a◆b◆c");
});

test("removed lines are not drawn on the lines of today", () => {
  const t = thread({ side: "old" });
  assert.equal(drawnAt(t, t.placement), undefined);
  assert.match(headOf(t, t.placement), /deleted lines 4-6 of HEAD/);
});

test("a picture becomes a link, which nobody fetches by looking", () => {
  assert.ok(!harmless("![a](https://example.invalid/x.png) and ![b][c]").includes("!["));
});

test("one line of a text", () => {
  assert.equal(excerpt("first\nsecond"), "first");
  assert.equal(excerpt("x".repeat(100), 10), "xxxxxxxxx…");
});

test("filters", () => {
  const t = thread({ labels: ["bug"] });
  assert.ok(passes(everything, t));
  assert.ok(!passes({ ...everything, resolved: false }, thread({ workflowState: "resolved" })));
  assert.ok(!passes({ ...everything, stale: false }, thread({ anchorState: "orphaned" })));
  assert.ok(!passes({ ...everything, label: "style" }, t));
  assert.ok(passes({ ...everything, author: "codex (agent)" }, t));
  assert.deepEqual(authorsOf(t), ["Ann (human)", "codex (agent)"]);
  assert.ok(!narrows(everything));
  assert.equal(inWords({ resolved: false, stale: true, label: "bug" }), "label bug, resolved hidden");
});

test("a folder opened through a link has the paths that the editor uses", () => {
  assert.equal(spelledRoot("/real/p", "/link/p", "/real/p"), "/link/p");
  assert.equal(spelledRoot("/real/p", "/link/p/sub", "/real/p/sub"), "/link/p");
  assert.equal(spelledRoot("/real/p", "/other", "/elsewhere"), "/real/p");
  assert.equal(toWire("/p", "/p/a/b.ts"), "a/b.ts");
  assert.equal(toWire("/p", "/q/a.ts"), undefined);
  assert.equal(toWire("/p", "/p/.git/config"), undefined);
  assert.equal(toWire("/p", "/p/..a"), "..a");
  assert.equal(fromWire("/p", "a/b.ts"), "/p/a/b.ts");
});

test("a back end that dies at once is started less and less often", () => {
  const b = new Backoff();
  const waits = Array.from({ length: 9 }, () => b.next(10));
  assert.deepEqual(
    waits,
    [...waits].sort((x, y) => x - y),
  );
  assert.equal(waits[0], 0);
  assert.equal(waits[8], 30_000);
  assert.ok(b.hopeless);
  assert.equal(b.next(60_000), 0, "one that lived is a new story");
});

test("what setup did is said by file", () => {
  const change = (path: string, why?: string) => ({ path, what: "skill", done: "written", ...(why ? { why } : {}) });
  const text = changesOf("/p", [change("/p/.claude/x"), change("/home/ann/y", "it was edited")]);
  assert.equal(text, "written .claude/x\nwritten /home/ann/y (it was edited)");
  assert.equal(changesOf("/p", []), "nothing to do");
  assert.equal(changesOf("/p", [{ path: "/p/x", what: "store", done: "unchanged" }]), "1 unchanged");
});

test("the subject of a thread and a round's note show no icons, and read as they are", () => {
  assert.equal(subjectOf(thread({ body: "run $(trash) \u202egpj.exe\nmore" })), "run $\u200b(trash) ◆gpj.exe");
  assert.equal(subjectOf(thread({ body: "👩\u200d💻 می\u200cخواهم" })), "👩\u200d💻 می\u200cخواهم");
  const round = { name: "r1", createdAt: "2026-01-01T00:00:00Z", threads: 1, files: [], note: "$(pass) \u202eno" };
  assert.match(roundOf(round as never), / · \$\u200b\(pass\) ◆no$/);
});
