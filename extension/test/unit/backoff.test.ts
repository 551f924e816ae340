import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../../src/backoff";

test("what does not change is looked at more and more seldom, and what changed is looked at soon", () => {
  const pace = new Pace(400, 5000);
  const waits = [];
  for (const isSame of [true, true, true, true, true, false, true]) {
    waits.push(pace.wait);
    pace.looked(isSame);
  }
  assert.deepEqual(waits, [400, 800, 1600, 3200, 5000, 5000, 400]);
  assert.equal(pace.wait, 800);
});
