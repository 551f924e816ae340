import assert from "node:assert/strict";
import { test } from "node:test";
import { linked } from "../../src/links";

const files = new Set(["src/a.go", "b.ts", "go.mod"]);
const made = (text: string): string =>
  linked(text, (path, line) =>
    files.has(path) ? `file:///p/${path}${line === undefined ? "" : `#L${line}`}` : undefined,
  );

test("a place that an answer names is a link to its line", () => {
  assert.equal(made("see src/a.go:20."), "see [src/a.go:20](file:///p/src/a.go#L20).");
  assert.equal(made("(b.ts:3-9)"), "([b.ts:3-9](file:///p/b.ts#L3))");
  assert.equal(made("in `src/a.go:20`, too"), "in [`src/a.go:20`](file:///p/src/a.go#L20), too");
});

test("a link to a file of the project leads there", () => {
  assert.equal(made("[here](src/a.go)"), "[here](file:///p/src/a.go)");
  assert.equal(made("[here](./src/a.go#L20)"), "[here](file:///p/src/a.go#L20)");
});

test("what is no place of this project stays as it is", () => {
  const words = [
    "gone.go:4",
    "../src/a.go:20",
    "/etc/src/a.go:20",
    "src/../src/a.go:20",
    "http://example.invalid/src/a.go:20",
    "[here](src/a.go:20)",
    "[gone](gone.go)",
    "![picture](src/a.go)",
    "[up](../src/a.go)",
    "```go\nsrc/a.go:20\n```",
    "```\nsrc/a.go:20",
    "`run src/a.go:20 now`",
    "a@src/a.go:20",
    "src/a.go:20:30",
  ];
  for (const text of words) assert.equal(made(text), text);
});

test("a text of nothing but places makes so many links and no more", () => {
  assert.equal(made("b.ts:1 ".repeat(500)).split("](").length - 1, 50);
});

test("what is between brackets has an end, and a message of brackets alone is read", () => {
  const long = "a ".repeat(300);
  assert.match(made(`[${long}src/a.go:20](x)`), /\[src\/a\.go:20\]\(file:/);
  assert.match(made(`[a](${long.repeat(4)}src/a.go:20)`), /\[src\/a\.go:20\]\(file:/);
  for (const sign of ["<", "[", "[a](", "![", "<a "]) {
    const text = sign.repeat((64 << 10) / sign.length);
    assert.equal(made(text), text);
  }
});
