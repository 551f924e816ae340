import assert from "node:assert/strict";
import { test } from "node:test";
import type { ThreadDetail } from "../../src/protocol";
import { Tally, type Mark } from "../../src/tally";

const thread = (change: Partial<ThreadDetail>): ThreadDetail =>
  ({ id: "c_1", author: "human", workflowState: "open", target: "lines", replies: 0, thread: [], ...change }) as never;

const all: Mark[] = ["due", "asked", "unread", "waiting", "pending", "found", "suggested", "labelled"];

const counted = (tally: Tally): Partial<Record<Mark, number>> =>
  Object.fromEntries(all.map((mark) => [mark, tally.count(mark)] as const).filter(([, n]) => n !== 0));

test("a thread is counted once for each of its marks, as it is now", () => {
  const tally = new Tally();
  const receipt = { state: "waiting", at: "" } as never;
  tally.set("c_1", thread({ receipt }), true);
  assert.deepEqual(counted(tally), { due: 1, unread: 1, waiting: 1, pending: 1 });
  tally.set("c_1", thread({ receipt }));
  assert.deepEqual(counted(tally), { due: 1, waiting: 1, pending: 1 }, "it was on the screen");
  tally.set("c_2", thread({ receipt, elsewhere: true }));
  assert.deepEqual(counted(tally), { due: 1, waiting: 1, pending: 2 }, "one of another worktree");
  tally.set("c_3", thread({ author: "agent", labels: ["later"] }));
  assert.deepEqual(counted(tally), { due: 2, waiting: 1, pending: 2, found: 1, labelled: 1 });
  tally.set("c_1", thread({ workflowState: "resolved" }));
  assert.deepEqual(counted(tally), { due: 1, pending: 1, found: 1, labelled: 1 });
  for (const id of ["c_1", "c_2", "c_3", "c_4"]) tally.set(id, undefined);
  assert.deepEqual(counted(tally), {});
});

test("a question is not counted among the unread threads", () => {
  const tally = new Tally();
  const question = { choices: ["a"], body: "Which?", at: "", version: "1" } as never;
  tally.set("c_1", thread({ author: "agent", question }), true);
  assert.deepEqual(counted(tally), { due: 1, asked: 1 });
});

test("counts are those of all threads, whatever changes came before", () => {
  const tally = new Tally();
  const kept = new Map<string, ThreadDetail>();
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let i = 0; i < 500; i++) {
    const id = `c_${next(20)}`;
    const t = thread({ workflowState: next(2) ? "open" : "resolved", ...(next(2) ? { labels: ["x"] } : {}) });
    const isGone = next(4) === 0;
    tally.set(id, isGone ? undefined : t);
    if (isGone) kept.delete(id);
    else kept.set(id, t);
  }
  const threads = [...kept.values()];
  assert.equal(tally.count("due"), threads.filter((t) => t.workflowState === "open").length);
  assert.equal(tally.count("labelled"), threads.filter((t) => t.labels).length);
});
