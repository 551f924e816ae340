import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { draftOf, understood, verbOf } from "../../src/plans/answers";

const request = (method: string, path: string) => ({ type: "request", id: 1, method, path, body: {} });

describe("what the page of a plan may ask for", () => {
  test("its verbs and nothing else", () => {
    const verb = (method: string, path: string): string | undefined => {
      const r = understood(request(method, path));
      return r && verbOf(r);
    };
    assert.equal(verb("POST", "/api/plan/approve"), "plan approve");
    assert.equal(verb("POST", "/api/resolve"), "resolve");
    assert.equal(verb("GET", "/api/plan/approve"), undefined);
    assert.equal(verb("POST", "/api/delete"), undefined);
    assert.equal(verb("POST", "/api/plan/../delete"), undefined);
  });

  test("words that were begun", () => {
    const draft = (path: string): string | undefined => {
      const r = understood(request("PUT", path));
      return r && draftOf(r);
    };
    assert.equal(draft("/api/drafts/plan-p_12-1-3"), "plan-p_12-1-3");
    assert.equal(draft("/api/drafts/../x"), undefined);
  });

  test("what is no request", () => {
    for (const m of [
      undefined,
      "x",
      {},
      { type: "call", id: 1 },
      { type: "request", id: "1", method: "GET", path: "/" },
    ])
      assert.equal(understood(m), undefined);
    assert.deepEqual(understood({ type: "request", id: 1, method: "GET", path: "/" })?.body, {});
  });
});
