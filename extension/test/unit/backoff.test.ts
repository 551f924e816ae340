import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../../src/backoff";

test("changes that make no difference are looked at more and more seldom", () => {
  const pace = new Pace(400, 5000);
  const waits = [];
  for (let now = 0, i = 0; i < 6; i++) {
    waits.push(pace.next(now));
    now += 500;
    pace.slow();
  }
  assert.deepEqual(waits, [400, 800, 1600, 3200, 5000, 5000]);
  assert.ok(pace.quicken(), "one made a difference");
  assert.equal(pace.next(3000), 400);
  assert.ok(!pace.quicken());
});

test("after a pause, the first change is looked at soon", () => {
  const pace = new Pace(400, 5000);
  for (let i = 0; i < 9; i++) pace.slow();
  assert.equal(pace.next(0), 400, "slowed without changes");
  for (let i = 0; i < 9; i++) pace.slow();
  assert.equal(pace.next(5000), 5000);
  assert.equal(pace.next(10_001), 400);
});
