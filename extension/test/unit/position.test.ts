import assert from "node:assert/strict";
import { test } from "node:test";
import { fromSelection, fromWire, isEndShown, lineBelow, shift, shiftsOf, toWire, within } from "../../src/position";
import type { Edit, Lines } from "../../src/position";

const edit = (
  startLine: number,
  startCharacter: number,
  endLine: number,
  endCharacter: number,
  text: string,
): Edit => ({
  startLine,
  startCharacter,
  endLine,
  endCharacter,
  text,
});

const cases: [name: string, edits: Edit[], want: [number, number]][] = [
  ["letters on its line do not move it", [edit(5, 2, 5, 2, "abc")], [5, 7]],
  ["a line added above moves it", [edit(2, 0, 2, 0, "\n")], [6, 8]],
  ["a line added below does not", [edit(8, 0, 8, 0, "x\n")], [5, 7]],
  ["a line pushed in right before its first one moves it", [edit(5, 0, 5, 0, "x\n")], [6, 8]],
  ["Enter at the end of the line before moves it", [edit(4, 9, 4, 9, "\n  ")], [6, 8]],
  ["Enter inside makes it longer", [edit(6, 3, 6, 3, "\n")], [5, 8]],
  ["Enter at its end does not", [edit(7, 9, 7, 9, "\n    ")], [5, 7]],
  ["lines deleted above move it up", [edit(0, 0, 3, 0, "")], [2, 4]],
  ["its line joined with the one before", [edit(4, 9, 5, 0, "")], [4, 6]],
  ["a line deleted inside makes it shorter", [edit(6, 0, 7, 0, "")], [5, 6]],
  ["deleted whole, it stands where it was", [edit(4, 0, 9, 0, "")], [4, 4]],
  ["replaced by as many lines above, it stays", [edit(1, 0, 3, 0, "a\nb\n")], [5, 7]],
  ["with all around it replaced, it waits for better knowledge", [edit(1, 0, 9, 3, "a\n".repeat(12))], [5, 7]],
  ["replaced by less than was there, it stands where that is", [edit(4, 0, 9, 0, "a\n")], [4, 4]],
  ["several cursors count from the text before", [edit(1, 0, 1, 0, "\n"), edit(3, 0, 3, 0, "\n")], [7, 9]],
  ["the same the other way round", [edit(3, 0, 3, 0, "\n"), edit(1, 0, 1, 0, "\n")], [7, 9]],
  ["windows line ends are one line each", [edit(0, 0, 0, 0, "a\r\nb\r\n")], [7, 9]],
];

for (const [name, edits, [start, end]] of cases) {
  test(name, () => assert.deepEqual(shift({ start: 5, end: 7 }, shiftsOf(edits)), { start, end }));
}

test("what did not move is the same object", () => {
  const lines = { start: 5, end: 7 };
  assert.equal(shift(lines, shiftsOf([edit(9, 0, 9, 0, "\n")])), lines);
});

test("lines count from 1 on the wire and from 0 in the editor", () => {
  assert.deepEqual(fromWire(1, undefined), { start: 0, end: 0 });
  assert.deepEqual(fromWire(4, 6), { start: 3, end: 5 });
  assert.equal(fromWire(undefined, undefined), undefined);
  assert.equal(fromWire(0, 0), undefined);
  assert.deepEqual(toWire({ start: 3, end: 5 }), { startLine: 4, endLine: 6 });
});

test("a selection that ends before a line's first character does not mean that line", () => {
  assert.deepEqual(fromSelection(2, 5, 0), { start: 2, end: 4 });
  assert.deepEqual(fromSelection(2, 2, 0), { start: 2, end: 2 });
  assert.deepEqual(fromSelection(2, 5, 1), { start: 2, end: 5 });
});

test("a range ends with the document", () => {
  assert.deepEqual(within({ start: 5, end: 9 }, 7), { start: 5, end: 6 });
  assert.deepEqual(within({ start: 5, end: 9 }, 0), { start: 0, end: 0 });
});

// A thread on the last visible line counted as read, though all its messages were below the screen.
test("the newest message of a thread is above the line below it, or at the end of the file", () => {
  assert.equal(lineBelow({ start: 2, end: 4 }, 9), 5);
  assert.equal(lineBelow({ start: 8, end: 8 }, 9), 8);
  assert.equal(lineBelow({ start: 8, end: 20 }, 9), 8, "the file has become shorter");
  assert.equal(lineBelow(undefined, 9), 0, "above the file");
});

test("a message above a folded region is on the screen if the lines around the region are", () => {
  const on = (start: number, end: number): Lines => ({ start, end });
  assert.ok(isEndShown(on(2, 4), 9, [on(0, 8)]));
  assert.ok(!isEndShown(on(2, 4), 9, [on(0, 4)]), "the screen ends above the message");
  assert.ok(isEndShown(on(2, 4), 9, [on(0, 4), on(7, 8)]), "the lines below are folded");
  assert.ok(!isEndShown(on(5, 6), 9, [on(0, 4), on(8, 8)]), "the thread is folded");
  assert.ok(!isEndShown(on(2, 4), 9, [on(0, 3), on(7, 8)]), "its last line is folded");
  assert.ok(isEndShown(undefined, 9, [on(0, 8)]), "above the file");
  assert.ok(!isEndShown(undefined, 9, [on(1, 8)]));
});
