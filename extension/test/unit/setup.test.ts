import assert from "node:assert/strict";
import { test } from "node:test";
import { inputOf, rowsOf } from "../../page/choices";
import type { SetupAgent } from "../../src/protocol";

const agent = (change: Partial<SetupAgent>): SetupAgent => ({
  ...{ id: "claude", name: "Claude Code", found: false, project: false, home: false },
  ...change,
});

test("the first time, the agents that are installed are checked", () => {
  assert.deepEqual(rowsOf([agent({ found: true }), agent({})]), [
    { isChecked: true, scope: "", note: "detected" },
    { isChecked: false, scope: "", note: "" },
  ]);
});

test("later, those that were set up are checked, and nothing else", () => {
  const agents = [{ found: true }, { project: true }, { home: true }, { home: true, project: true }].map(agent);
  assert.deepEqual(rowsOf(agents), [
    { isChecked: false, scope: "", note: "detected" },
    { isChecked: true, scope: "", note: "set up" },
    { isChecked: true, scope: ":home", note: "set up" },
    { isChecked: true, scope: "", note: "set up" },
  ]);
});

test("a request names only the agents that are checked, with their location", () => {
  const agents = [
    { id: "claude", scope: "", isChecked: true },
    { id: "codex", scope: ":home", isChecked: true },
    { id: "pi", scope: "", isChecked: false },
  ];
  assert.deepEqual(inputOf({ agents, gitignore: true, mcp: false, hooks: "off" }, { dryRun: true }), {
    ...{ gitignore: true, mcp: false, hooks: "off", dryRun: true },
    integrations: ["claude", "codex:home"],
  });
});
