import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { commandOf, programOf } from "../../src/handOver";

const prompt =
  "Please look at 2 review threads: run `.consider/bin/consider-cli context c_1 c_2`, then answer each with `.consider/bin/consider-cli reply <id> -m TEXT`.";

test("the prompt reaches the agent as one argument, in each shell that is here", () => {
  const typed = commandOf("claude", prompt).replace(/^claude/, "printf '%s|'");
  for (const shell of ["bash", "zsh", "fish", "dash"]) {
    const { error, stdout, stderr } = spawnSync(shell, ["-c", typed], { encoding: "utf8" });
    if (error) continue; // this machine does not have it
    assert.equal(stdout, `${prompt.replaceAll("`", "")}|`, shell);
    assert.equal(stderr, "", shell);
  }
});

test("nothing that a shell could run or expand is typed, whatever a name says", () => {
  const evil = "a `touch b` $(id) ${HOME} %PATH% !! \"; rm -rf ~ & 'x' | y \\ \u001b[31m \n ^c";
  const typed = commandOf("gemini", evil);
  assert.match(typed, /^gemini -i "[^"]*"$/);
  // eslint-disable-next-line no-control-regex -- they must be gone
  assert.doesNotMatch(typed.slice(11, -1), /[`$%!"'&|\\^~{}\u0000-\u001f]/);
});

test("an agent without a program of its own is not offered", () => {
  assert.equal(programOf("cursor"), "cursor-agent");
  assert.equal(programOf("opencode"), "opencode");
  assert.equal(programOf("other"), undefined);
});
