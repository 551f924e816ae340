import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chunks, Hunks, nextChange, numberAt, range, rowAfter, type Row } from "../../src/review/rows";
import type { FileDiff, Line } from "../../src/review/types";

/** " a", "-b", "+c" as a hunk that begins at these lines. */
function hunk(old: number, now: number, ...lines: string[]): { header: string; lines: Line[] } {
  const header = `@@ -${old} +${now} @@`;
  return {
    header,
    lines: lines.map((l) => {
      const type = l[0] as Line["type"];
      const line: Line = { type, text: l.slice(1) };
      if (type !== "+") line.old = old++;
      if (type !== "-") line.new = now++;
      return line;
    }),
  };
}

const diff = (...blocks: FileDiff["blocks"] & object): FileDiff => ({ id: "f1", blocks });

/** A row in letters: "1|1 a", "-2 b", "+2 c", "gap 3+4". */
function letters(rows: Row[]): string[] {
  return rows.map((row) => {
    if (row.kind === "gap") return `gap ${row.gap.new}+${row.gap.count}`;
    if (row.kind === "fold") return `${row.text} x${row.blocks.length}`;
    const { left, right } = row;
    if (left === right && left) return `${left.old ?? 0}|${left.new ?? 0} ${left.text}`;
    return [left && `-${left.old ?? 0} ${left.text}`, right && `+${right.new ?? 0} ${right.text}`]
      .filter(Boolean)
      .join(" ");
  });
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i, text: `l${from + i}` }));

describe("folds", () => {
  const three = () => {
    const h = new Hunks(
      diff(hunk(5, 5, " a", "-b", "+c", " d"), hunk(20, 20, "-e", "+f"), hunk(40, 40, "-g", "+h", " i")),
      false,
    );
    for (const b of h.blocks.slice(0, 2)) b.fold = "Reindented";
    return h;
  };

  test("blocks with one reason are one row, with what is between them", () => {
    const rows = three().rows("unified");
    assert.deepEqual(letters(rows), ["gap 1+4", "Reindented x2", "gap 21+19", "-40 g", "+40 h", "41|41 i"]);
    assert.equal(nextChange(rows, -1, 1), 1);
    assert.equal(nextChange(rows, 1, 1), 3);
    assert.equal(nextChange(rows, 3, -1), 1);
  });

  test("a block with another reason has a row of its own", () => {
    const h = three();
    const [, second] = h.blocks;
    if (second) second.fold = "Blank lines";
    const shown = ["gap 1+4", "Reindented x1", "gap 8+12", "Blank lines x1", "gap 21+19", "-40 g", "+40 h", "41|41 i"];
    assert.deepEqual(letters(h.rows("unified")), shown);
  });

  test("a folded line is found, and lines shown next to a block open it", () => {
    const h = three();
    assert.equal(h.folded("old", 20), h.blocks[1]);
    assert.equal(h.folded("new", 20), h.blocks[1]);
    assert.equal(h.folded("new", 40), undefined);
    assert.deepEqual(h.withContext("new", 12), [9, 15]);
    h.reveal(lines(8, 19));
    assert.deepEqual(
      h.blocks.map((b) => [b.hunks, b.fold]),
      [
        [[0, 1], undefined],
        [[2], undefined],
      ],
    );
  });
});

describe("rows", () => {
  test("hidden lines are gaps before, between and after the hunks", () => {
    const h = new Hunks(
      diff(hunk(5, 5, " a", "-b", "+c", " d", " e", " f"), hunk(20, 20, "+x", " y", " z", " w")),
      false,
    );
    assert.deepEqual(letters(h.rows("unified")), [
      "gap 1+4",
      "5|5 a",
      "-6 b",
      "+6 c",
      "7|7 d",
      "8|8 e",
      "9|9 f",
      "gap 10+10",
      "+20 x",
      "20|21 y",
      "21|22 z",
      "22|23 w",
      "gap 24+-1",
    ]);
  });

  test("a file that ends with the hunk, and a new one, have no gap at the end", () => {
    assert.deepEqual(letters(new Hunks(diff(hunk(1, 1, " a", "-b", " c")), false).rows("unified")), [
      "1|1 a",
      "-2 b",
      "3|2 c",
    ]);
    const added: FileDiff = diff({
      header: "@@ -0,0 +1,2 @@",
      lines: [
        { type: "+", new: 1, text: "a" },
        { type: "+", new: 2, text: "b" },
      ],
    });
    assert.deepEqual(letters(new Hunks(added, true).rows("unified")), ["+1 a", "+2 b"]);
  });

  test("in split view removed lines stand beside what came for them", () => {
    const h = new Hunks(diff(hunk(1, 1, " a", "-b", "-c", "+d", " e", "+f")), true);
    assert.deepEqual(letters(h.rows("split")), ["1|1 a", "-2 b +2 d", "-3 c", "4|3 e", "+4 f"]);
  });

  test("a hunk that only removes knows where it is from its header", () => {
    const block = {
      header: "@@ -6,2 +5,0 @@",
      lines: [
        { type: "-", old: 6, text: "a" },
        { type: "-", old: 7, text: "b" },
      ] satisfies Line[],
    };
    assert.deepEqual(letters(new Hunks(diff(block), false).rows("unified")), ["gap 1+5", "-6 a", "-7 b"]);
  });

  test("lines that are shown join the hunk they touch, and close a gap", () => {
    const make = () => new Hunks(diff(hunk(5, 5, " a"), hunk(10, 9, " b")), false);
    const above = make();
    above.reveal(lines(6, 7));
    assert.deepEqual(letters(above.rows("unified")), ["gap 1+4", "5|5 a", "6|6 l6", "7|7 l7", "gap 8+1", "10|9 b"]);
    const below = make();
    below.reveal(lines(8, 8));
    assert.deepEqual(letters(below.rows("unified")), ["gap 1+4", "5|5 a", "gap 6+2", "8|8 l8", "10|9 b"]);
    const middle = make();
    middle.reveal(lines(2, 3));
    assert.deepEqual(letters(middle.rows("unified")), [
      "gap 1+1",
      "2|2 l2",
      "3|3 l3",
      "gap 4+1",
      "5|5 a",
      "gap 6+3",
      "10|9 b",
    ]);
    const all = make();
    all.reveal(lines(6, 8));
    assert.equal(all.blocks.length, 1);
    all.total = 9;
    all.reveal(lines(1, 4));
    assert.deepEqual(letters(all.rows("unified")), [
      "1|1 l1",
      "2|2 l2",
      "3|3 l3",
      "4|4 l4",
      "5|5 a",
      "6|6 l6",
      "7|7 l7",
      "8|8 l8",
      "10|9 b",
    ]);
  });

  test("a long line that was cut stays marked as cut", () => {
    const h = new Hunks(diff(hunk(5, 5, " a"), hunk(7, 7, " b")), false);
    h.reveal([{ n: 6, text: "x", cut: 3, bytes: true }]);
    assert.deepEqual(h.blocks[0]?.lines[1], { type: " ", old: 6, new: 6, text: "x", cut: 3, bytes: true });
  });

  test("lines that are shown already do not hide the others that come with them", () => {
    const h = new Hunks(diff(hunk(5, 5, " a"), hunk(10, 9, " b")), false);
    h.reveal(lines(6, 6));
    h.reveal(lines(4, 8)); // 5 and 6 are there
    assert.deepEqual(letters(h.rows("unified")).slice(0, 4), ["gap 1+3", "4|4 l4", "5|5 a", "6|6 l6"]);
    assert.equal(h.gaps().filter((g) => g.count > 0).length, 1);
  });

  test("chunks cover all rows once, and stretches cut no run that fits", () => {
    const many = (n: number, sign: string) => Array.from({ length: n }, (_, i) => `${sign}${i}`);
    const rows = new Hunks(
      diff(hunk(1, 1, ...many(100, " "), ...many(60, "-"), ...many(60, "+"), ...many(50, " "), ...many(2000, "+"))),
      true,
    ).rows("unified");
    const spans = chunks(rows);
    assert.equal(spans[0]?.from, 0);
    assert.equal(spans.at(-1)?.to, rows.length);
    spans.slice(1).forEach((s, i) => assert.equal(s.from, spans[i]?.to));
    const together = spans.map((s) => s.stretch);
    assert.equal(together[0]?.to, 220);
    assert.ok(together.every((s) => s.to - s.from <= 360));
    assert.ok(spans.every((s) => s.to - s.from <= 40 && s.from >= s.stretch.from && s.to <= s.stretch.to));
    assert.deepEqual(chunks([]), []);
  });

  test("a range counts the lines of one side", () => {
    const rows = new Hunks(diff(hunk(1, 1, " a", "-b", "-c", "+d", " e")), true).rows("unified");
    assert.deepEqual(range(rows, 4, 0, "new"), { start: 1, end: 3 });
    assert.deepEqual(range(rows, 0, 2, "old"), { start: 1, end: 3 });
    assert.equal(range(rows, 1, 2, "new"), undefined);
    assert.equal(numberAt(rows[1], "new"), undefined);
  });

  test("a row is found in a later diff by the nearest text that is there once", () => {
    const rows = (...texts: string[]) =>
      new Hunks(diff(hunk(1, 1, ...texts.map((t) => `+${t}`))), true).rows("unified");
    const before = rows("a", "}", "b", "}", "c");
    const after = (...texts: string[]) => before.map((_, row) => rowAfter(before, row, rows(...texts)));
    assert.deepEqual(after("new", "a", "}", "b", "}", "c"), [1, 2, 3, 4, 5]);
    assert.deepEqual(after("a", "}", "new", "new", "b", "}", "c"), [0, 1, 4, 5, 6]);
    assert.deepEqual(after("}", "x"), [0, 1, 2, 3, 4], "nothing is left: the row with the same number");
  });
});
