import assert from "node:assert/strict";
import { test } from "node:test";
import { Strays, type Edit } from "../../src/strays";

const code = "first line\nsecond line\nthird line\n";

/** A document with a selection, as its editor reports what happens to it. */
class Editor {
  text = code;
  version = 7;
  readonly strays: Strays;
  private now = 1000;

  constructor(
    private start: number,
    private end: number,
  ) {
    this.strays = new Strays(code, this.version, start, end, this.now);
  }

  /** Keys that insert a text over the selection; the cursor is then behind it, or before its last `back` characters. */
  type(text: string, back = 0, isByKey = true): void {
    this.edit([{ at: this.start, length: this.end - this.start, text }]);
    this.start = this.end = this.start + text.length - back;
    this.strays.moved(this.start, this.end, isByKey);
  }

  keys(words: string): this {
    for (const letter of words) this.type(letter);
    return this;
  }

  backspace(): void {
    this.edit([{ at: this.start - 1, length: 1, text: "" }]);
    this.start = this.end = this.start - 1;
    this.strays.moved(this.start, this.end, true);
  }

  /** An edit by another: no key has moved the cursor. */
  edit(edits: Edit[], mayBeTyped = true, later = 10): this {
    for (const { at, length, text } of [...edits].sort((a, b) => b.at - a.at))
      this.text = this.text.slice(0, at) + text + this.text.slice(at + length);
    this.version++;
    this.now += later;
    this.strays.change({ version: this.version, edits, mayBeTyped }, this.now);
    return this;
  }

  /** The text that is removed, and the text that remains. */
  out(): [words: string | undefined, text: string] {
    const f = this.strays.found;
    if (!f || !this.strays.isIn(this.text, this.version)) return [undefined, this.text];
    return [f.words, this.text.slice(0, f.start) + f.was + this.text.slice(f.end)];
  }
}

const at = code.indexOf("second");

test("words typed at the cursor are taken out", () => {
  assert.deepEqual(new Editor(at, at).keys("Why this?").out(), ["Why this?", code]);
});

test("words typed over the selection are taken out, and what was selected is back", () => {
  assert.deepEqual(new Editor(at, at + 12).keys("Split\nit ").out(), ["Split\nit ", code]);
});

test("Backspace in what was typed, brackets closed by the editor, and a suggestion that was taken are typing", () => {
  const e = new Editor(at, at).keys("Thx");
  e.backspace();
  e.keys("at ");
  e.type("()", 1);
  e.keys("x");
  assert.deepEqual(e.out(), ["That (x)", code]);
  e.edit([{ at: at, length: 4, text: "Those" }]).strays.moved(at + 5, at + 5, true);
  assert.deepEqual(e.out(), ["Those (x)", code]);
});

test("a bracket typed around the selection is taken out without the selection", () => {
  const e = new Editor(at, at + 6).edit([
    { at, length: 0, text: "(" },
    { at: at + 6, length: 0, text: ")" },
  ]);
  e.strays.moved(at + 1, at + 7, true);
  assert.deepEqual(e.out(), ["()", code]);
});

test("nothing typed is nothing to take out", () => {
  assert.equal(new Editor(at, at + 6).strays.found, undefined);
});

const more = "written by another\n";

test("another program's write above and below stays", () => {
  for (const where of [0, code.length]) {
    const e = new Editor(at, at + 6).keys("W");
    e.edit([{ at: where === 0 ? 0 : e.text.length, length: 0, text: more }], false);
    assert.deepEqual(e.out(), ["W", where === 0 ? more + code : code + more]);
  }
});

test("an edit at the cursor or over the selection that no key made stays, and is no word", () => {
  for (const end of [at, at + 6]) {
    const e = new Editor(at, end).edit([{ at, length: end - at, text: more }]);
    assert.deepEqual(e.out(), [undefined, e.text]);
  }
});

test("if a reload from the disk removes the words, there are words and nothing to take out", () => {
  const e = new Editor(at, at + 6)
    .keys("Wh")
    .edit([{ at, length: code.length - 4 - at, text: code.slice(at) + more }], false);
  assert.deepEqual(e.out(), ["Wh", code + more]);
});

test("if a reload from the disk changes the lines around the words, they are left", () => {
  const e = new Editor(at, at + 6).keys("Wh").edit([{ at: at - 3, length: 6, text: more }], false);
  assert.deepEqual(e.out(), [undefined, e.text]);
});

test("words that were saved are found where another program wrote around them, and only there", () => {
  const { strays } = new Editor(at, at + 6).keys("Why");
  const find = (text: string): string | undefined => {
    const part = strays.partIn(text);
    return part && text.slice(0, part.start) + strays.was + text.slice(part.end);
  };
  for (const saved of ["second", "W", "Wh", "Why"])
    assert.equal(find(more + code.replace("second", saved) + more), more + code + more);
  for (const other of ["Whose", "", "first"]) assert.equal(find(code.replace("second", other)), undefined);
  assert.equal(find(code + code), undefined, "it is there twice");
  assert.equal(new Strays("\n\n", 1, 1, 1, 0).partIn("\n\n"), undefined, "blank lines are everywhere");
});

test("formatting on save around what was typed stays", () => {
  const e = new Editor(at, at).keys("W").edit([
    { at: 0, length: 0, text: "  " },
    { at: at + 2, length: 0, text: "  " },
  ]);
  assert.deepEqual(e.out(), ["W", `  ${code.slice(0, at)}s  ${code.slice(at + 1)}`]);
});

test("formatting that touches what was typed leaves everything as it is", () => {
  const e = new Editor(at, at).keys("Wh").edit([{ at: at - 1, length: 2, text: "\n\n" }]);
  assert.deepEqual(e.out(), [undefined, e.text]);
});

test("a paste at several cursors stays", () => {
  const e = new Editor(at, at).edit([
    { at, length: 0, text: "paste" },
    { at: 0, length: 0, text: "paste" },
  ]);
  e.strays.moved(at + 10, at + 10, true);
  assert.deepEqual(e.out(), [undefined, e.text]);
});

test("keys elsewhere in the document stay", () => {
  const e = new Editor(at, at).keys("W").edit([{ at: 0, length: 0, text: "x" }]);
  e.strays.moved(1, 1, true);
  assert.deepEqual(e.out(), ["W", `x${code}`]);
});

test("what is typed ten seconds later stays", () => {
  const e = new Editor(at, at).edit([{ at, length: 0, text: "W" }], true, 10_001);
  e.strays.moved(at + 1, at + 1, true);
  assert.deepEqual(e.out(), [undefined, e.text]);
});

test("after a version that was missed nothing is taken out", () => {
  const e = new Editor(at, at).keys("W");
  e.version++;
  e.keys("h");
  assert.deepEqual(e.out(), [undefined, e.text]);
  assert.equal(e.strays.found?.words, "Wh", "it is shown and copied instead");
});

test("an undo is not a word", () => {
  const e = new Editor(at, at).edit([{ at, length: 0, text: "W" }], false);
  e.strays.moved(at + 1, at + 1, true);
  assert.deepEqual(e.out(), [undefined, e.text]);
});

test("a letter typed after a save goes with those before it", () => {
  const e = new Editor(at, at).keys("Wh");
  e.strays.saved();
  e.type("y", 0, false);
  assert.deepEqual(e.keys("?").out(), ["Why?", code]);
});

test("a key that changes the number of lines types, though VS Code does not say that a key moved the cursor", () => {
  const e = new Editor(at, at).keys("W");
  e.type("\n", 0, false);
  assert.deepEqual(e.keys("h").out(), ["W\nh", code]);
});

test("the first letter in a saved file is typed, though VS Code does not say that a key moved the cursor", () => {
  for (const [text, words] of [
    ["W", "W"],
    ["\n", "\n"],
    [more, undefined],
  ] as const) {
    const e = new Editor(at, at + 6).edit([{ at, length: 6, text }]);
    e.strays.moved(at + text.length, at + text.length, false);
    assert.deepEqual(e.out(), [words, words === undefined ? e.text : code]);
  }
  const e = new Editor(at, at).keys("W").edit([{ at: at + 1, length: 0, text: "x" }]);
  e.strays.moved(at + 2, at + 2, false);
  assert.deepEqual(e.out(), ["W", code.replace("second", "xsecond")]);
});

test("letters typed while words are removed are found after them", () => {
  const e = new Editor(at, at + 6).keys("Why");
  const next = e.strays.removed();
  const { start = 0, end = 0 } = e.strays.found ?? {};
  e.edit([{ at: start, length: end - start, text: "second" }]); // the removal
  for (const [i, text] of ["?", "!"].entries()) {
    next.change({ version: 12 + i, edits: [{ at: at + 6 + i, length: 0, text }], mayBeTyped: true }, 1100);
    next.moved(at + 7 + i, at + 7 + i, true);
  }
  assert.equal(next.found?.words, "?!");
  assert.equal(next.found.was, "second");
});

test("the last letter may be typed until the move of the cursor arrives", () => {
  const { strays } = new Editor(at, at).keys("Wh").edit([{ at: at + 2, length: 0, text: "y" }]);
  assert.ok(strays.asked);
  strays.moved(at + 3, at + 3, true);
  assert.equal(strays.asked, undefined);
  assert.equal(strays.found?.words, "Why");
});
