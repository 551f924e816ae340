import assert from "node:assert/strict";
import { test } from "node:test";
import { OUTCOMES, valueOf } from "../../src/enums";
import type { Placement } from "../../src/protocol";
import {
  anchorOf,
  findingOf,
  isDue,
  isOpen,
  isPerson,
  isWhole,
  mayBeAt,
  nameOf,
  placeOf,
  statesOf,
  titleOf,
  workflowOf,
} from "../../src/threadWords";

// An outcome that the page did not know was once not shown at all, and an unknown author was shown as "You".
test("a word of a newer program is shown as it is, and taken for what does no harm", () => {
  assert.equal(valueOf(OUTCOMES, "answered").word, "Answered");
  assert.equal(valueOf(OUTCOMES, "half-done").word, "half-done");
  assert.ok(!isPerson({ author: "unknown" }));
  assert.ok(isOpen({ workflowState: "parked" }));
  assert.equal(workflowOf({ workflowState: "parked" }).word, "parked");
  assert.equal(nameOf({ author: "unknown" }), "unknown");
});

test("an approval counts as an open thread only once it has a reply", () => {
  const open = { workflowState: "open", replies: 0 };
  assert.ok(isDue(open) && !isDue({ ...open, approval: true }));
  assert.ok(isDue({ ...open, approval: true, replies: 1 }));
  assert.ok(!isDue({ workflowState: "resolved", approval: true, replies: 1 }));
});

test("a thread of a target that is not known is on its file, or on the whole", () => {
  const placement = { anchorState: "anchored" } as const;
  assert.ok(isWhole({ target: "verdict", placement }));
  assert.ok(isWhole({ target: "review", placement }));
  assert.ok(!isWhole({ target: "response", placement }));
  assert.ok(!isWhole({ target: "plan", placement: { ...placement, file: "a.ts" } }));
});

// "Stale, perhaps here", "Lines changed" and "Out of place" were once the same state.
test("a lost place is told by its state and by where it was, in the editor and in the browser", () => {
  const anchor = {
    startLine: 4,
    endLine: 6,
    contextBefore: [],
    targetContent: "",
    contextAfter: [],
    contentHash: "",
    base: {},
  };
  const t = { target: "lines" as const, workflowState: "open", file: "src/a.ts", anchor };
  const told = (placement: Placement) => {
    const now = { ...t, placement };
    return [titleOf(now), ...statesOf(now).map((s) => `${s.word} (${s.why})`)].join(" · ");
  };
  const guess = { startLine: 9, endLine: 9 };
  assert.equal(told({ anchorState: "anchored", file: "src/b.ts", startLine: 5, endLine: 5 }), "b.ts line 5");
  assert.match(
    told({ anchorState: "anchored", startLine: 4, endLine: 6, edited: true }),
    /^a\.ts lines 4-6 · Code edited \(/,
  );
  assert.equal(told({ anchorState: "stale", reason: "rewritten", guess }), "a.ts, was lines 4-6 · Stale (rewritten)");
  assert.equal(
    told({ anchorState: "orphaned" }),
    "a.ts, was lines 4-6 · Orphaned (its file is gone or cannot be read)",
  );
  assert.equal(anchorOf({ anchorState: "anchored", startLine: 4 }), undefined);
  const gone: Placement = { anchorState: "stale", reason: "its lines are gone" };
  assert.equal(anchorOf(gone)?.why, "its lines are gone");
  assert.equal(anchorOf(gone, "side")?.why, "its lines are gone; the thread is from branch side");
  assert.equal(
    anchorOf({ anchorState: "anchored", startLine: 4, edited: true, perhaps: true })?.word,
    "Uncertain location",
  );
  assert.equal(anchorOf({ anchorState: "anchored", notCheckedOut: true })?.word, "Not checked out here");
  assert.equal(mayBeAt({ anchorState: "anchored", startLine: 4, perhaps: true }), undefined);
  assert.deepEqual(mayBeAt({ anchorState: "stale", guess: { startLine: 9, endLine: 9 } }), {
    startLine: 9,
    endLine: 9,
  });
});

test("a finding shows its state and what is known of it", () => {
  assert.equal(findingOf({}), undefined);
  const reported = { state: "reported" as const, finders: ["codex"] };
  assert.equal(findingOf({ finding: reported })?.word, "Reported");
  const finders = ["codex", "gemini"];
  const claimed = { state: "claimed" as const, finders, unproven: true, kind: "bug", confidence: 80 };
  assert.equal(findingOf({ finding: claimed })?.word, "Claimed · unproven · bug · 80% · 2 finders");
  const tree = findingOf({ finding: { ...reported, tree: "abc" } });
  assert.equal(tree?.word, "Reported · another tree");
  assert.match(tree.why, /another tree: abc$/);
});

// As thread.Where has it in Go.
test("agents read of places as the command line prints them", () => {
  const placement = { anchorState: "anchored" as const, file: "src/a.ts", startLine: 4, endLine: 6 };
  const t = { target: "lines" as const, file: "src/b.ts", placement };
  assert.equal(placeOf(t), "src/a.ts:4-6");
  assert.equal(placeOf({ ...t, side: "old" }, { ...placement, endLine: 4 }), "HEAD:src/a.ts:4");
  assert.equal(placeOf({ ...t, side: "both", target: "plan" }), "plan both:src/a.ts:4-6");
  assert.equal(placeOf(t, { anchorState: "stale", file: "src/a.ts", guess: { startLine: 9, endLine: 9 } }), "src/a.ts");
  assert.equal(placeOf({ ...t, target: "review" }), "the whole review");
});
