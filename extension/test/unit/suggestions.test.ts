import assert from "node:assert/strict";
import { test } from "node:test";
import { fence, fitsOf, keyOf, lineOf, standing, withDiffs } from "../../src/suggestions";
import type { Suggestion } from "../../src/protocol";

const suggestion = (n: number, state: Suggestion["state"], more: Partial<Suggestion> = {}): Suggestion => ({
  n,
  state,
  version: "v1",
  text: ["x"],
  ...more,
});
const thread = {
  id: "c_1",
  suggestions: [
    suggestion(1, "applies"),
    suggestion(2, "clash", { reply: "r_1" }),
    suggestion(3, "changed", { reply: "r_1" }),
    suggestion(4, "applied-already", { reply: "r_2", applied: true }),
  ],
};

test("a suggestion that fits, or that a merge makes fit, can be applied; one that was applied cannot", () => {
  assert.deepEqual(
    fitsOf(thread).map((s) => s.n),
    [1, 3],
  );
  assert.deepEqual(
    fitsOf(thread, "c_1").map((s) => s.n),
    [1],
  );
  assert.deepEqual(fitsOf(thread, "r_2"), []);
  for (const s of fitsOf(thread)) assert.deepEqual(fitsOf(thread, keyOf(thread, s)), [s]);
  assert.deepEqual(fitsOf({ id: "c_2" }), []);
});

test("beside its author stands how a suggestion stands, and nothing where it simply fits", () => {
  assert.equal(standing(thread, "c_1"), "");
  assert.equal(standing(thread, "r_1"), "suggestion no longer applies · lines changed since");
  assert.equal(standing(thread, "r_2"), "suggestion applied");
});

test("lines are suggested in a fence that none of them closes", () => {
  assert.equal(fence(["a", "b"]), "```suggestion\na\nb\n```");
  assert.equal(fence(["````md", "x", "````"]), "`````suggestion\n````md\nx\n````\n`````");
  assert.equal(fence([]), "```suggestion\n```");
});

test("the lines of a suggestion in one row, as they are: no icon takes the place of code", () => {
  const shown = lineOf(["\trm -r $(pwd)/out", "x"]);
  assert.equal(shown.replaceAll("\u200b", ""), "rm -r $(pwd)/out ⏎ x");
  assert.doesNotMatch(shown, /\$\(/);
  assert.equal(lineOf([]), "removes the lines");
});

test("a suggestion shows the lines that it removes and adds", () => {
  const text = ["Shorter:", "", "```suggestion", "TWO", "```", "or nothing:", "", "````suggestion", "````"].join("\n");
  const diff = "--- a.go\n+++ a.go\n@@ -2,3 +2,2 @@\n one\n-two\n-```\n+TWO\n";
  const fits = suggestion(1, "applies", { text: ["TWO"], diff });
  const removes = suggestion(2, "applies", { text: [], applied: true, before: ["one", "two"], after: [] });
  assert.equal(
    withDiffs(text, [fits, removes]),
    ["Shorter:", "", "```diff", " one", "-two", "-```", "+TWO", "```", "or nothing:"].join("\n") +
      "\n\n```diff\n-one\n-two\n```",
  );
  const { diff: _, ...clash } = fits;
  assert.equal(withDiffs(text, [clash]), text, "one that does not fit is shown as it was written");
  assert.equal(withDiffs(text, []), text);
  assert.equal(withDiffs("```suggestion\nTWO", [fits]), "```diff\n one\n-two\n-```\n+TWO\n```", "one without an end");
});

// A search for the end of each would stop all extensions for seconds.
test("many suggestions without an end are read once", () => {
  const text = "```suggestion\n".repeat(20_000);
  assert.equal(withDiffs(text, [suggestion(1, "applies", { text: ["x"], diff: "a\nb\nc\n-x" })]), text);
});
