import "../../src/markdown/main";
import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines } from "diff";
import { merged } from "../../src/review/merge";

/** The blocks of a file with its text before and now: whether each changed, its side, lines, and source. */
function blocks(before: string, after: string): string[] {
  const parts = diffLines(before, after);
  const linesOf = (side: "added" | "removed") => {
    const other = side === "added" ? "removed" : "added";
    const lines = parts
      .filter((p) => !p[other])
      .flatMap((p) =>
        p.value
          .replace(/\n$/, "")
          .split("\n")
          .map((text) => ({ text: text.replace(/\r$/, ""), changed: p[side] })),
      );
    return [...lines, { text: "" }];
  };
  const all = merged({ old: linesOf("removed"), new: linesOf("added") });
  return (all ?? []).map((b) => {
    const lines = b.lines.map((l) => (l.changed ? "!" : "") + l.text);
    return `${b.changed ? "*" : " "} ${b.side} ${b.start}-${b.end} ${lines.join("/")}`;
  });
}

const cases: Record<string, [string, string, string[]]> = {
  "another word": [
    "# A\n\none\ntwo\n\nend\n",
    "# A\n\none\n2\n\nend\n",
    ["  new 1-1 # A", "* old 3-4 one/!two", "* new 3-4 one/!2", "  new 6-6 end"],
  ],
  "a line less": ["a\nb\n\nend\n", "a\n\nend\n", ["* old 1-2 a/!b", "* new 1-1 a", "  new 3-3 end"]],
  "a block more": ["a\n\nend\n", "a\n\n- b\n\nend\n", ["  new 1-1 a", "* new 3-3 !- b", "  new 5-5 end"]],
  "a block less": ["a\n\nb\n\nend\n", "a\n\nend\n", ["  new 1-1 a", "* old 3-3 !b", "  new 3-3 end"]],
  "the last": ["a\n\nb\n", "a\n", ["  new 1-1 a", "* old 3-3 !b"]],
  "blank lines": ["a\n\n\nb\n", "a\n\nb\n", ["  new 1-1 a", "  new 3-3 b"]],
  "line ends": ["a\n\nb\n", "a\n\nb\r\nc\r\n", ["  new 1-1 a", "* old 3-3 !b", "* new 3-4 !b/!c"]],
  "all of it": ["", "a\n", ["* new 1-1 !a"]],
};

for (const [name, [before, after, want]] of Object.entries(cases))
  test(`a file that is read shows what was beside what is: ${name}`, () =>
    assert.deepEqual(blocks(before, after), want));

test("changes that are far apart stand where they were made", () => {
  const filler = "same\n\n".repeat(20);
  const all = blocks(`one\n\n${filler}two\n\n${filler}three\n`, `${filler}2\n\n${filler}three\n\nfour\n`);
  assert.deepEqual(
    all.filter((b) => b.startsWith("*")),
    ["* old 1-1 !one", "* old 43-43 !two", "* new 41-41 !2", "* new 85-85 !four"],
  );
});

test("a file that is too long has no blocks", () => {
  assert.equal(merged({ old: [], new: [], long: true }), undefined);
  assert.equal(merged({ old: [], new: [{ text: "> ".repeat(20 << 10) }] }), undefined);
});
