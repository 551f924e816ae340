import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen, isPerson, isWhole, otherState, outcomeWord } from "../../src/review/said";

// An outcome that the page did not know was not shown at all, and an author that it did not know was "You".
test("a word of a newer program is shown as it is, and taken for what does no harm", () => {
  assert.equal(outcomeWord("answered"), "Answered");
  assert.equal(outcomeWord("half-done"), "half-done");
  assert.ok(!isPerson({ author: "unknown" }));
  assert.ok(isOpen({ workflowState: "parked" }));
  assert.equal(otherState({ workflowState: "parked" }), "parked");
  assert.equal(otherState({ workflowState: "open" }), "");
});

test("a thread of a target that is not known is on its file, or on the whole", () => {
  const placement = { anchorState: "anchored" } as const;
  assert.ok(isWhole({ target: "verdict", placement }));
  assert.ok(isWhole({ target: "review", placement }));
  assert.ok(!isWhole({ target: "response", placement }));
  assert.ok(!isWhole({ target: "plan", placement: { ...placement, file: "a.ts" } }));
});
