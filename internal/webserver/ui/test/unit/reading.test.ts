import assert from "node:assert/strict";
import { test } from "node:test";
import { linesToRead, sortByReading } from "../../src/review/reading";
import type { ChangedFile, FoldReport } from "../../src/review/types";

const file = (path: string, additions: number, collapsed = ""): ChangedFile =>
  ({ id: path, path, additions, deletions: 0, collapsed }) as ChangedFile;

const order = (files: ChangedFile[], folds: Record<string, FoldReport> = {}): string[] => {
  const sorted = [...files];
  sortByReading(sorted, new Map(Object.entries(folds)));
  return sorted.map((f) => f.path);
};

test("the file with most to read comes first, and mechanical lines do not count", () => {
  const files = [file("a.go", 5), file("b.go", 100), file("c.go", 20), file("go.sum", 500, "lock")];
  assert.deepEqual(order(files), ["b.go", "c.go", "a.go", "go.sum"]);
  const b = { hunks: [{ lines: 98, proof: "Reindented" }, { lines: 2 }] };
  assert.deepEqual(order(files, { "b.go": b }), ["c.go", "a.go", "b.go", "go.sum"]);
  assert.equal(linesToRead(file("b.go", 100), b), 2);
  assert.deepEqual(order(files, { "b.go": { ...b, public: 10 } }), ["b.go", "c.go", "a.go", "go.sum"]);
});

test("tests follow their code, and equal files are in the order of their paths", () => {
  assert.deepEqual(order([file("z.go", 1), file("x/cart.go", 3), file("x/cart_test.go", 90), file("y.go", 50)]), [
    "x/cart.go",
    "x/cart_test.go",
    "y.go",
    "z.go",
  ]);
  assert.deepEqual(
    order([file("src/test/java/a/CartTest.java", 9), file("b.py", 5), file("src/main/java/a/Cart.java", 2)]),
    ["src/main/java/a/Cart.java", "src/test/java/a/CartTest.java", "b.py"],
  );
  assert.deepEqual(order([file("a/test_cart.py", 9), file("a/cart.py", 1), file("a.ts", 3), file("a.spec.ts", 2)]), [
    "a/cart.py",
    "a/test_cart.py",
    "a.ts",
    "a.spec.ts",
  ]);
  assert.deepEqual(order([file("b.go", 1), file("a.go", 1), file("c.go", 1)]), ["a.go", "b.go", "c.go"]);
});
