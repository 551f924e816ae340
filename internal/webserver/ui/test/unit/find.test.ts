import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, snapped } from "../../src/responses/find";

const page = "Storage\nKeep one map of all seeds.\nSort the\nseeds twice: seeds first, seeds last. 種 🌱 end\n";

// The cases of span_find_test.go: the words, the text around them, where they began, and the text at the place found.
const cases: Record<string, [string, string, string, number, string]> = {
  once: ["one map", "", "", 0, "one map of"],
  "broken into other lines": ["Sort the seeds\n twice", "", "", 0, "Sort the"],
  "by what stands before": ["seeds", "first, ", "", 0, "seeds last"],
  "by what stands after": ["seeds", "", " first", 0, "seeds first"],
  "several, nearest a place": ["seeds", "", "", page.indexOf("seeds first"), "seeds first"],
  "behind characters of many bytes": [
    "e",
    "",
    "",
    new TextEncoder().encode(page.slice(0, page.indexOf("end"))).length,
    "end",
  ],
  "beyond the plane": ["種 🌱", "", "", 0, "種 🌱 end"],
  "whatever marks are between": ["one *map* of", "", "", 0, "one map of"],
  "the whole": [page, "", "", 0, "Storage"],
};

for (const [name, [quote, prefix, suffix, start, want]] of Object.entries(cases))
  test(`a quote is found where its surroundings are: ${name}`, () => {
    const at = placeOf({ quote, span: { prefix, suffix, start } }, page);
    assert.equal(at?.start, page.indexOf(want));
  });

test("words that do not stand there are found nowhere", () => {
  for (const quote of ["weeds", " \n", "", "**"]) assert.equal(placeOf({ quote }, page), undefined);
});

test("a place ends where its words do", () => {
  const at = placeOf({ quote: "seeds. Sort" }, page);
  assert.equal(page.slice(at?.start, at?.end), "seeds.\nSort");
});

const stretches: Record<string, [text: string, part: string, want: string]> = {
  "half words": ["Keep one map of all.", "ep one ma", "Keep one map"],
  "in one word": ["Keep one map of all.", "n", "one"],
  "whole words": ["Keep one map of all.", "one map", "one map"],
  punctuation: ["Keep it (all).", "it (", "it ("],
  "an apostrophe": ["It doesn't.", "oesn", "doesn't"],
  "words without spaces between": ["種を蒔く", "種", "種"],
};

for (const [name, [text, part, want]] of Object.entries(stretches))
  test(`a mark has whole words: ${name}`, () => {
    const start = text.indexOf(part);
    const { start: from, end } = snapped(text, { start, end: start + part.length });
    assert.equal(text.slice(from, end), want);
  });
