import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bytes, cells, firstWords, oddities, shown, trailing } from "../../src/review/text";
import { changedWords, pairs } from "../../src/review/words";
import type { Line } from "../../src/review/types";

describe("text", () => {
  test("what hides or reorders is shown, at the same length", () => {
    const text = "a\u202eb\u0007\r\ttab\u{e0041}z\u0085";
    assert.equal(shown(text).length, text.length);
    assert.equal(shown(text), "a◆b␇␍\ttab◆◆z◆");
    assert.deepEqual(
      oddities("x\u202e\r").map((m) => [m.from, m.to, m.title]),
      [
        [1, 2, "U+202E"],
        [2, 3, "CR: carriage return"],
      ],
    );
    assert.equal(shown("plain <b>&amp; ünï 日本"), "plain <b>&amp; ünï 日本");
  });

  test("a tab goes to the next stop, a wide letter takes two cells", () => {
    assert.equal(cells("abc"), 3);
    assert.equal(cells("a\tb"), 5);
    assert.equal(cells("日本"), 4);
  });

  test("a list has the first words of a Markdown text, without its marks", () => {
    for (const [markdown, want] of [
      ["**Why** is this `logged`?", "Why is this logged?"],
      ["\n\n## A *head*\n\ntext", "A head"],
      ["- [ ] see [the docs](http://x.invalid/a_b) and **more**", "[ ] see the docs and more"],
      ["`__init__` calls _load_all and set_up_", "__init__ calls _load_all and set_up_"],
      ["> quoted\n\nanswer", "quoted"],
      ["snake_case_name * 2 ** 3", "snake_case_name * 2 ** 3"],
      ["```go\nx := 1\n```", "x := 1"],
      ["", ""],
    ] as const) {
      assert.equal(firstWords(markdown), want, markdown);
    }
  });

  test("blanks at the end are found, before a carriage return too", () => {
    assert.deepEqual(trailing("a  "), [{ from: 1, to: 3, class: "trailing" }]);
    assert.deepEqual(trailing("a \r"), [{ from: 1, to: 2, class: "trailing" }]);
    assert.deepEqual(trailing("a"), []);
  });

  test("sizes are said in the unit that fits", () => {
    assert.equal(bytes(7), "7 bytes");
    assert.equal(bytes(2 << 20), "2.0 MiB");
    assert.equal(bytes(20_000), "20 KiB");
  });
});

describe("words", () => {
  test("the words that changed are marked on both lines", () => {
    const { removed, added } = changedWords("let a = one(two);", "let a = three(two);");
    assert.deepEqual(
      removed.map((m) => [m.from, m.to]),
      [[8, 11]],
    );
    assert.deepEqual(
      added.map((m) => [m.from, m.to]),
      [[8, 13]],
    );
  });

  test("lines with little in common are not marked, and long ones are not compared", () => {
    assert.deepEqual(changedWords("alpha beta", "gamma delta"), { removed: [], added: [] });
    const long = "word ".repeat(100_000);
    const from = performance.now();
    assert.deepEqual(changedWords(long, `${long}x`), { removed: [], added: [] });
    assert.ok(performance.now() - from < 1000);
  });

  test("lines find those they became, also when there are more of them", () => {
    const line = (type: "-" | "+", text: string): Line => ({ type, text });
    const a = line("-", "const result = await fetch(url);"),
      b = line("+", "const signal = new Signal();"),
      c = line("+", "const result = await fetch(url, signal);");
    const rows = [a, b, c].map((l) => ({
      kind: "code" as const,
      left: l.type === "-" ? l : undefined,
      right: l.type === "+" ? l : undefined,
    }));
    assert.deepEqual(pairs(rows), [[a, c]]);
  });
});
