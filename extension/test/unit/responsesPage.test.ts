import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allowed, page, understood } from "../../src/responsesPage";

describe("the view of answers", () => {
  it("allows its one script, its styles, and nothing else", () => {
    const html = page({ title: "Answers", script: "s.js", style: "s.css", from: "https://own", nonce: "n1" });
    assert.match(html, /default-src 'none'; style-src https:\/\/own; script-src 'nonce-n1'/);
    assert.equal([...html.matchAll(/<script/g)].length, 1);
    assert.doesNotMatch(html, /unsafe|style=|\son\w+=/);
  });

  it("understands its own messages and no others", () => {
    assert.deepEqual(understood({ type: "ready", more: 1 }), { type: "ready" });
    assert.deepEqual(understood({ type: "call", id: 1, verb: "v", input: {} }), {
      type: "call",
      id: 1,
      verb: "v",
      input: {},
    });
    assert.deepEqual(understood({ type: "settings", settings: { autoCopy: false, x: 1 } }), {
      type: "settings",
      settings: { autoCopy: false },
    });
    for (const bad of [
      null,
      "ready",
      { type: "eval", code: "1" },
      { type: "call", id: "1", verb: "v", input: {} },
      { type: "call", id: 1, verb: "v", input: null },
      { type: "copy", id: 1, text: 7 },
      { type: "settings", settings: { autoCopy: "yes" } },
    ])
      assert.equal(understood(bad), undefined, JSON.stringify(bad));
  });

  it("may not delete threads or speak in them", () => {
    for (const verb of ["delete", "reply", "add", "config", "watchFiles"]) assert.ok(!allowed.has(verb), verb);
  });
});
