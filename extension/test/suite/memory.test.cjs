"use strict";
/* global beforeEach -- mocha has it */
const assert = require("assert/strict");
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

const until = async (what, ask) => {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((r) => setTimeout(r, 30));
  }
  throw new Error(`never: ${what}`);
};

describe("the memory", () => {
  const extension = vscode.extensions.getExtension("consider.consider");
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const address = (file) => vscode.Uri.from({ scheme: "consider-memory", path: file, query: folder.toString() });
  let project;
  let part; // the tool
  let ask;

  /** Calls the tool as VS Code does. */
  const tool = async (input) => {
    const { content } = await part.invoke({ input, toolInvocationToken: undefined });
    assert.ok(content[0] instanceof vscode.LanguageModelTextPart);
    return content.map((c) => c.value).join("");
  };

  before(async () => {
    const { session, parts } = await extension.activate();
    part = parts.find((p) => p.invoke); // the first tool
    project = await until("a project", () => session.projects[0]?.info && session.projects[0]);
    ask = (verb, input) => project.client.askAny(verb, input);
    await until("the tool", () => vscode.lm.tools.some((t) => t.name === "consider_memory"));
  });

  beforeEach(async () => {
    await ask("memory clear", {});
  });

  const cases = path.join(__dirname, "../../../internal/memory/keep/testdata/cases.json");
  for (const { name, steps } of JSON.parse(fs.readFileSync(cases, "utf8"))) {
    it(`answers as models know it: ${name}`, async () => {
      for (const { input, text } of steps) assert.equal(await tool(input), text);
    });
  }

  it("VS Code calls it as a tool, and knows what to ask the person in a chat", async () => {
    const input = { command: "create", path: "/memories/a.md", file_text: "one" };
    const options = { input, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(
      "consider_memory",
      options,
      new vscode.CancellationTokenSource().token,
    );
    assert.equal(content[0].value, "File created successfully at: /memories/a.md");
    assert.equal(part.prepareInvocation({ input }).confirmationMessages.title, "Remember this?");
    assert.equal(part.prepareInvocation({ input: { command: "view" } }).confirmationMessages, undefined);
  });

  it("what the chat does is an agent's, and is in the log", async () => {
    await tool({ command: "create", path: "/memories/a.md", file_text: "one" });
    const { entries } = await ask("memory log", { max: 1 });
    assert.deepEqual([entries[0].by.kind, entries[0].command, entries[0].ok], ["agent", "create", true]);
  });

  it("a file is edited in the editor, and not over somebody else's change", async () => {
    await tool({ command: "create", path: "/memories/a.md", file_text: "one\n" });
    const document = await vscode.workspace.openTextDocument(address("/memories/a.md"));
    const editor = await vscode.window.showTextDocument(document);
    assert.equal(document.getText(), "one\n");
    await editor.edit((e) => e.insert(new vscode.Position(1, 0), "two\n"));
    assert.ok(await document.save());
    assert.equal((await ask("memory get", { path: "/memories/a.md" })).text, "one\ntwo\n");
    // An agent changes the file: the editor shows it.
    await tool({ command: "str_replace", path: "/memories/a.md", old_str: "one", new_str: "1" });
    await until("the editor follows", () => document.getText() === "1\ntwo\n");
    // Both change it at once: no words are lost.
    await editor.edit((e) => e.insert(new vscode.Position(0, 0), "mine\n"));
    await tool({ command: "insert", path: "/memories/a.md", insert_line: 0, insert_text: "theirs\n" });
    assert.equal(await document.save(), false);
    assert.equal((await ask("memory get", { path: "/memories/a.md" })).text, "theirs\n1\ntwo\n");
    assert.match(document.getText(), /^mine/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("a file that was changed right before it is opened can be saved", async () => {
    for (const text of ["one\n", "two two\n", "three three three\n"]) {
      const path = `/memories/soon${text.length}.md`;
      await tool({ command: "create", path, file_text: "before\n" });
      await tool({ command: "str_replace", path, old_str: "before\n", new_str: text });
      const document = await vscode.workspace.openTextDocument(address(path));
      const editor = await vscode.window.showTextDocument(document);
      assert.equal(document.getText(), text);
      await editor.edit((e) => e.insert(new vscode.Position(0, 0), "mine\n"));
      assert.ok(await document.save());
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await ask("memory delete", { path });
    }
  });

  it("the package says what the tool takes", () => {
    const [declared] = extension.packageJSON.contributes.languageModelTools;
    const known = vscode.lm.tools.find((t) => t.name === "consider_memory");
    assert.deepEqual(Object.keys(known.inputSchema.properties), Object.keys(declared.inputSchema.properties));
    const contributed = ["chatInstructions", "chatPromptFiles", "chatAgents"].flatMap(
      (point) => extension.packageJSON.contributes[point],
    );
    assert.equal(contributed.length, 4);
    for (const { path: file } of contributed) assert.ok(fs.existsSync(path.join(extension.extensionPath, file)), file);
  });

  it("VS Code knows the prompts, the instructions and the agent, where it can", async function () {
    if (!(await vscode.commands.getCommands()).includes("_listExtensionPromptFiles")) this.skip(); // before 1.109
    const known = await vscode.commands.executeCommand("_listExtensionPromptFiles");
    const mine = known.map((k) => k.uri.path.split("/").at(-1)).filter((n) => n.startsWith("memory-"));
    assert.deepEqual(mine.sort(), [
      "memory-compress.prompt.md",
      "memory-manager.agent.md",
      "memory-summarize.prompt.md",
      "memory-usage.instructions.md",
    ]);
  });

  it("without a keyring the editor's safe keeps the key", async () => {
    await ask("config", { name: "memory.backend", value: "secret" });
    try {
      assert.match(await tool({ command: "create", path: "/memories/s.md", file_text: "hidden" }), /created/);
      const first = project.client.pid;
      await project.client.restart();
      await until("another back end", () => project.client.pid !== undefined && project.client.pid !== first);
      await until("unlocked", async () => /hidden/.test(await tool({ command: "view", path: "/memories/s.md" })));
    } finally {
      await ask("config", { name: "memory.backend", value: "workspace" });
    }
  });
});
