import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "../../src/delivery/progress";
import type { ThreadDetail } from "../../src/protocol";

const thread = (id: string, state: string, by = "claude-code", workflowState = "open"): ThreadDetail =>
  ({ id, workflowState, receipt: { state, ...(by && { by }) } }) as unknown as ThreadDetail;

const take = (progress: Progress, threads: readonly ThreadDetail[]): ReturnType<Progress["take"]> =>
  progress.take(threads.map((t) => [t.id, t]));

test("says how many of a round's threads an agent has answered, and when it has answered all", () => {
  const progress = new Progress();
  const begun = [thread("a", "working"), thread("b", "answered"), thread("c", "asked"), thread("d", "waiting", "")];
  assert.deepEqual(take(progress, begun).words, ["claude-code: 0 of 2"], "it answered b before, and did not take d");
  const between = [thread("a", "answered"), thread("b", "answered"), thread("c", "read"), thread("d", "read")];
  assert.deepEqual(take(progress, between), { words: [], finished: [] }, "it may go on");
  const next = [thread("a", "answered"), thread("b", "answered"), thread("c", "working"), thread("d", "answered")];
  assert.deepEqual(take(progress, next).words, ["claude-code: 2 of 3"], "it answered d without taking it");
  const over = [thread("a", "answered"), thread("c", "answered"), thread("d", "read", "claude-code", "resolved")];
  assert.deepEqual(take(progress, over), { words: [], finished: ["claude-code"] });
  assert.deepEqual(take(progress, over).finished, [], "once");
});

test("with two agents, each line counts only the threads that this agent took or answered", () => {
  const progress = new Progress();
  const ids = ["a", "b", "c", "d"];
  take(
    progress,
    ids.map((id) => thread(id, "waiting", "")),
  );
  const [a, d] = [thread("a", "working"), thread("d", "waiting", "")];
  const begun = [a, thread("b", "working"), thread("c", "working", "codex"), d];
  assert.deepEqual(take(progress, begun).words, ["claude-code: 0 of 2", "codex: 0 of 1"]);
  const answered = [a, thread("b", "answered", "codex"), thread("c", "working", "codex"), d];
  assert.deepEqual(take(progress, answered).words, ["claude-code: 0 of 1", "codex: 1 of 2"], "codex was faster on b");
  const one = [a, thread("b", "answered", "codex"), thread("c", "answered", "codex"), d];
  assert.deepEqual(take(progress, one), { words: ["claude-code: 0 of 1"], finished: ["codex"] });
  const over = [thread("a", "answered"), thread("b", "answered", "codex"), thread("c", "answered", "codex"), d];
  assert.deepEqual(take(progress, over), { words: [], finished: [] }, "one thread is no round");
});

test("a thread that is gone or unchanged does not end the round of others", () => {
  const progress = new Progress();
  take(progress, [thread("a", "working"), thread("b", "working")]);
  assert.deepEqual(take(progress, []).words, ["claude-code: 0 of 2"], "nothing has changed");
  assert.deepEqual(progress.take([["a", undefined]]).words, ["claude-code: 1 of 2"]);
  assert.deepEqual(take(progress, [thread("b", "answered")]), { words: [], finished: ["claude-code"] });
});

test("a single thread is no round", () => {
  const progress = new Progress();
  assert.deepEqual(take(progress, [thread("a", "working")]).words, ["claude-code: 0 of 1"]);
  assert.deepEqual(take(progress, [thread("a", "answered")]).finished, []);
});
