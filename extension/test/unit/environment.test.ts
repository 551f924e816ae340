import assert from "node:assert/strict";
import { test } from "node:test";
import { ownEnvironment } from "../../src/environment";
import { AGENT_VARIABLES } from "../../src/protocol";

test("an agent's marks are not handed on, the rest is", () => {
  assert.ok(AGENT_VARIABLES.includes("CLAUDECODE") && AGENT_VARIABLES.includes("AGENT"));
  const marks = Object.fromEntries(AGENT_VARIABLES.map((name) => [name, "1"]));
  const own = { PATH: "/bin", HOME: "/home/ann", CLAUDE: "x", agent: "mine" };
  assert.deepEqual(ownEnvironment({ ...marks, ...own }, "linux"), own);
});

test("names of variables have no case on Windows", () => {
  assert.deepEqual(ownEnvironment({ Path: "x", ClaudeCode: "1" }, "win32"), { Path: "x" });
});
