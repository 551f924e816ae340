import assert from "node:assert/strict";
import { test } from "node:test";
import { Placed } from "../../src/placed";
import { shiftsOf } from "../../src/position";
import type { Placement } from "../../src/protocol";

function on(line: number): Map<string, Placement> {
  return new Map([["c_1", { anchorState: "anchored", startLine: line, endLine: line, score: 1 }]]);
}

const lineAbove = shiftsOf([{ startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0, text: "new\n" }]);

test("an answer about an older text does not replace that of a newer one", () => {
  const placed = new Placed(on(1));
  const first = placed.asked(1);
  const second = placed.asked(2);
  second(on(5));
  first(on(3));
  assert.equal(placed.byId.get("c_1")?.startLine, 5);
});

test("edits since the text that was sent are applied to its answer", () => {
  const placed = new Placed(on(1));
  placed.edited(2, lineAbove);
  const answered = placed.asked(2);
  assert.deepEqual(placed.edited(3, lineAbove).lines, new Map([["c_1", { start: 2, end: 2 }]]));
  answered(on(2));
  assert.equal(placed.byId.get("c_1")?.startLine, 3);
});

test("an answer names the threads whose places have changed since the last one", () => {
  const placed = new Placed(on(1));
  const moved = (version: number, there: Map<string, Placement>): string[] => [...placed.asked(version)(there)];
  assert.deepEqual(moved(1, on(1)), ["c_1"], "the first one");
  const there = placed.byId.get("c_1");
  assert.deepEqual(moved(1, on(1)), []);
  assert.equal(placed.byId.get("c_1"), there, "the same place stays the same object");
  placed.edited(2, lineAbove);
  assert.deepEqual(moved(2, on(2)), ["c_1"], "an edit has moved it");
  assert.deepEqual(moved(2, on(2)), []);
  assert.deepEqual(moved(3, on(5)), ["c_1"], "the answer moves it");
  const more = on(5).set("c_2", { anchorState: "anchored", startLine: 9, endLine: 9 });
  assert.deepEqual(moved(4, more), ["c_2"], "only the new one");
  assert.deepEqual(moved(4, new Map()), ["c_1", "c_2"], "they are gone");
});
