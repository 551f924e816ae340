// The acceptance criteria of the editor's context, in VS Code: what a person does in the editor, and what the command
// line reports about it.
"use strict";
const assert = require("assert/strict");
const { execFile } = require("child_process");
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");
const { open } = require("./open.cjs");

const say = (...a) => require("mocha").reporters.Base.consoleLog("      #", ...a);
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const until = async (what, ask) => {
  const end = Date.now() + 90_000; // the machine may be busy; only failures wait that long
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(50);
  }
  throw new Error(`never: ${what}`);
};

const classText = `const util = require("util");

class UserService {
  constructor() {
    this.users = [];
  }

  findUser(id) {
    const query = {
      id,
      limit: 1,
    };
    return this.users.find((u) => u.id === query.id);
  }
}

util.inspect(new UserService());
`;

const markdown = `# Document Title

## Chapter

text

### Section

#### 🚀 Getting **Started**

here

### Other

end
`;

describe("where the person is", () => {
  const extension = vscode.extensions.getExtension("consider.consider");
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const uri = (file) => vscode.Uri.joinPath(folder, file);
  const program = path.join(extension.extensionPath, "bin", "consider");
  // Not execFileSync: the window must keep running while the command line runs.
  const consider = (env, ...args) =>
    new Promise((resolve, reject) => {
      // Without the environment of the test's caller, which may be an agent's.
      const plain = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
      const options = { cwd: folder.fsPath, encoding: "utf8", env: { ...plain, ...env } };
      execFile(program, [...args, "--json"], options, (error, out) => (out ? resolve(JSON.parse(out)) : reject(error)));
    });
  const context = async (...args) => (await consider({}, ...(args.length ? args : ["summary"]))).editorContext;
  const told = async (what, test) => {
    let last;
    const right = async () => {
      last = await context();
      return last && test(last) ? last : undefined;
    };
    return until(what, right).catch((error) => {
      throw new Error(`${error.message}; the last was ${JSON.stringify(last)}`);
    });
  };
  const run = path.join(folder.fsPath, ".consider", "run");
  const stateFile = path.join(run, `editor-${process.pid}.json`);
  const set = (value) => consider({}, "config", "editorContext", value, "--as", "human");
  const show = async (file, line, character = 1) => {
    const editor = await open(uri(file));
    const at = new vscode.Position(line - 1, character - 1);
    editor.selection = new vscode.Selection(at, at);
    return editor;
  };
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(uri(file).fsPath), { recursive: true });
    fs.writeFileSync(uri(file).fsPath, text);
  };
  const names = (c) => c.symbols.scopeHierarchy;

  before(async () => {
    const { session } = await extension.activate();
    await until("a project", () => session.projects[0]?.info);
    write("src/user.js", classText);
    write("docs/guide.md", markdown);
    await set("path");
    // Languages take time to start, most on a busy machine: the tests begin after that.
    for (const file of ["src/user.js", "docs/guide.md"]) {
      await vscode.workspace.openTextDocument(uri(file));
      const ask = () => vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", uri(file));
      await until(`symbols of ${file}`, async () => (await ask())?.length > 0);
    }
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("AC1, AC2: every answer has file, cursor, selection and symbols", async () => {
    const editor = await show("src/user.js", 13, 5);
    await told("the method", (c) => c.cursor.line === 13 && c.symbols.totalInDocument > 0);
    for (const args of [["summary"], ["list"], ["log"], ["editor", "get-context"]]) {
      const c = await context(...args);
      assert.deepEqual(c.file, {
        path: uri("src/user.js").fsPath,
        relativePath: "src/user.js",
        languageId: "javascript",
        lineCount: 18,
        isDirty: false,
      });
      assert.deepEqual(c.cursor, { line: 13, character: 5 });
      assert.deepEqual(c.selection, { isEmpty: true, text: null });
      assert.ok(c.symbols.totalInDocument >= 4, `${c.symbols.totalInDocument} symbols`);
      assert.ok(c.ageMs >= 0 && c.ageMs < 60000, `${c.ageMs} ms`);
    }
    editor.selection = new vscode.Selection(12, 4, 12, 10);
    const c = await told("a selection", (c) => !c.selection.isEmpty);
    assert.deepEqual(c.selection, {
      isEmpty: false,
      text: null,
      range: { start: { line: 13, character: 5 }, end: { line: 13, character: 11 } },
      withheld: "setting",
    });
    await editor.edit((e) => e.insert(new vscode.Position(17, 0), "// more\n"));
    const dirty = await told("unsaved", (c) => c.file.isDirty);
    assert.equal(dirty.file.lineCount, 19);
  });

  it("AC3: get-context has empty data and the context", async () => {
    await show("src/user.js", 13, 5);
    await told("the file", (c) => c.file.relativePath === "src/user.js");
    const answer = await consider({ CODEX_CI: "1" }, "editor", "get-context");
    assert.equal(answer.ok, true);
    assert.deepEqual(answer.data, {});
    assert.equal(answer.editorContext.file.relativePath, "src/user.js");
  });

  it("AC4: with no editor the field is missing, and nothing fails", async () => {
    await show("src/user.js", 1);
    await told("the file", () => true);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("nothing open", async () => !(await context()));
    const answer = await consider({}, "summary");
    assert.ok(answer.ok && !("editorContext" in answer));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: "not of the project" }));
    await sleep(300);
    assert.equal(await context(), undefined, "an unsaved file without a name");
  });

  it("AC5: a method in a class", async () => {
    await show("src/user.js", 13, 5);
    const c = await told("the method", (c) => c.cursor.line === 13 && c.symbols.containingScopes.length === 2);
    assert.equal(names(c), "Class:UserService > Method:findUser");
    assert.deepEqual(c.symbols.containingScopes, [
      { name: "UserService", kind: "Class", range: { start: 3, end: 15, length: 13 } },
      { name: "findUser", kind: "Method", range: { start: 8, end: 14, length: 7 } },
    ]);
    assert.deepEqual(c.symbols.immediateScope, c.symbols.containingScopes[1]);
  });

  it("AC6: a variable in a method in a class", async () => {
    await show("src/user.js", 9, 20);
    const c = await told("the variable", (c) => c.cursor.line === 9 && c.symbols.containingScopes.length >= 3);
    say(names(c));
    assert.match(names(c), /^Class:UserService > Method:findUser > (Variable|Constant):query$/);
    assert.deepEqual(c.symbols.immediateScope.range, { start: 9, end: 12, length: 4 });
  });

  it("AC7: headings of Markdown", async () => {
    await show("docs/guide.md", 11);
    const c = await told("the heading", (c) => c.cursor.line === 11 && c.symbols.containingScopes.length === 4);
    say(names(c));
    assert.deepEqual(
      c.symbols.containingScopes.map((s) => `${s.kind} ${s.name} ${s.range.start}-${s.range.end}`),
      [
        "String # Document Title 1-16",
        "String ## Chapter 3-16",
        "String ### Section 7-12",
        "String #### 🚀 Getting **Started** 9-12",
      ],
    );
    assert.equal(c.symbols.totalInDocument, 5);
  });

  it("a chat asks for it as a tool", async () => {
    await show("src/user.js", 1, 18);
    await told("line 1", (c) => c.cursor.line === 1);
    const options = { input: {}, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(
      "consider_editor",
      options,
      new vscode.CancellationTokenSource().token,
    );
    assert.equal(JSON.parse(content[0].value).file.relativePath, "src/user.js");
  });

  it("AC8: code outside of all symbols", async () => {
    await show("src/user.js", 1, 18);
    const c = await told("line 1", (c) => c.cursor.line === 1 && c.symbols.totalInDocument > 0);
    assert.deepEqual(c.symbols.containingScopes, []);
    assert.equal(c.symbols.immediateScope, null);
    assert.equal(c.symbols.scopeHierarchy, "");
    assert.equal(c.file.lineCount, 18);
  });

  it("AC9: 500 symbols in 1,000 lines in less than 100 ms", async () => {
    const functions = Array.from({ length: 500 }, (_, i) => `function f${i}() {\n}`);
    write("src/many.js", functions.join("\n"));
    const editor = await show("src/many.js", 500);
    await told("all of them", (c) => c.symbols.totalInDocument >= 500);
    assert.equal(editor.document.lineCount, 1000);
    const times = [];
    for (let i = 0; i < 11; i++) {
      await editor.edit((e) => e.insert(new vscode.Position(0, 0), " ")); // another version: no cached answer
      await sleep(300);
      await editor.edit((e) => e.insert(new vscode.Position(0, 0), " "));
      const started = performance.now();
      const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", editor.document.uri);
      times.push(performance.now() - started);
      assert.equal(symbols.length, 500);
    }
    times.sort((a, b) => a - b);
    say(
      `symbols of 1,000 lines with 500 symbols: median ${times[5].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`,
    );
    // The state itself: from the change in the editor to the file on disk.
    const started = Date.now();
    const before = fs.readFileSync(stateFile, "utf8");
    editor.selection = new vscode.Selection(700, 0, 700, 0);
    await until("written", () => fs.readFileSync(stateFile, "utf8") !== before);
    say(`from a move of the cursor to the file: ${Date.now() - started} ms, ${fs.statSync(stateFile).size} bytes`);
  });

  it("AC10: a language without symbols is a warning", async () => {
    await show("small.txt", 2);
    const none = "No symbol provider registered for this language";
    const here = (c) => c.file.relativePath === "small.txt" && c.cursor.line === 2;
    const c = await told("the file", (c) => here(c) && c.symbols.warning === none);
    assert.deepEqual(c.symbols.containingScopes, []);
    assert.equal(c.symbols.immediateScope, null);
    assert.equal(c.file.languageId, "plaintext");
  });

  it("AC11: a provider that crashes or hangs keeps no answer back", async () => {
    const selector = { pattern: "**/*.crash" };
    for (const provide of [
      () => {
        throw new Error("planted");
      },
      () => Promise.reject(new Error("planted")),
      () => new Promise(() => {}),
    ]) {
      const provider = vscode.languages.registerDocumentSymbolProvider(selector, { provideDocumentSymbols: provide });
      write("src/a.crash", "one\ntwo\n");
      await show("src/a.crash", 2);
      const c = await told("the file", (c) => c.file.relativePath === "src/a.crash" && c.cursor.line === 2);
      assert.deepEqual(c.symbols.containingScopes, []);
      say(c.symbols.warning ?? c.symbols.error);
      assert.ok(c.symbols.warning ?? c.symbols.error);
      if (provide.toString().includes("new Promise")) {
        const late = await told("given up", (c) => c.symbols.error);
        assert.match(late.symbols.error, /in time/);
      }
      provider.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await until("closed", async () => !(await context()));
    }
  });

  it("AC12: the context is that of the call, not of the answer", async () => {
    await show("src/user.js", 13, 5);
    await told("line 13", (c) => c.cursor.line === 13);
    const waiting = consider({}, "wait", "--timeout", "20s", "--for", "any");
    await sleep(700);
    await show("src/user.js", 2, 1);
    await told("line 2", (c) => c.cursor.line === 2);
    await consider({ CODEX_CI: "1" }, "add", "small.txt:1", "-m", "wake up");
    const answer = await waiting;
    assert.ok(answer.ok, JSON.stringify(answer));
    assert.equal(answer.editorContext.cursor.line, 13);
    for (const t of (await consider({}, "list", "--file", "small.txt")).data.threads) {
      await consider({}, "delete", t.id, "--as", "human");
    }
  });

  it("AC15: answers about consider itself do not tell", async () => {
    await show("src/user.js", 13, 5);
    await told("the file", () => true);
    for (const args of [["doctor"], ["fsck"], ["config"], ["gc"]])
      assert.equal(await context(...args), undefined, args[0]);
  });

  it("selected text is told when the person says so, and never of secrets", async () => {
    write("deploy/.env", "PASSWORD=hunter2\n");
    await set("selection");
    const editor = await show("src/user.js", 1);
    editor.selection = new vscode.Selection(0, 0, 0, 10);
    assert.equal((await told("text", (c) => c.selection.text)).selection.text, "const util");
    editor.selection = new vscode.Selection(16, 0, 2, 0); // upwards
    const up = await told("upwards", (c) => c.cursor.line === 3 && !c.selection.isEmpty);
    assert.deepEqual(up.selection.range, { start: { line: 3, character: 1 }, end: { line: 17, character: 1 } });
    const long = await open(uri("long.txt"));
    long.selection = new vscode.Selection(0, 0, 9000, 0);
    const cut = await told("much text", (c) => c.selection.truncated);
    assert.equal(Buffer.byteLength(cut.selection.text), 4096);
    const secret = await open(uri("deploy/.env"));
    secret.selection = new vscode.Selection(0, 0, 0, 16);
    const held = await told("a secret", (c) => c.file.relativePath === "deploy/.env" && !c.selection.isEmpty);
    assert.deepEqual([held.selection.text, held.selection.withheld], [null, "secret"]);
    assert.ok(!fs.readFileSync(stateFile, "utf8").includes("hunter2"), "nor written down");
    await set("path");
    await show("src/user.js", 1);
    await until("no text on disk", () => !fs.readFileSync(stateFile, "utf8").includes('"text"'));
  });

  it("switched off, nothing is written", async () => {
    await show("src/user.js", 1);
    await until("a file", () => fs.existsSync(stateFile));
    assert.equal(fs.statSync(stateFile).mode & 0o777, 0o600);
    assert.equal(fs.statSync(run).mode & 0o777, 0o700);
    await until("no half of a file", () => !fs.readdirSync(run).some((n) => n.endsWith(".tmp"))); // one may be in progress
    await set("off");
    await until("gone", () => !fs.existsSync(stateFile));
    await show("src/user.js", 5);
    await sleep(400);
    assert.ok(!fs.existsSync(stateFile));
    await set("path");
    await until("back", () => fs.existsSync(stateFile));
  });

  it("a terminal of the window names it", async () => {
    await show("src/user.js", 1);
    const { window } = JSON.parse(
      await until("a file", () => fs.existsSync(stateFile) && fs.readFileSync(stateFile, "utf8")),
    );
    const out = path.join(run, "window.txt");
    const terminal = vscode.window.createTerminal({ name: "t" });
    terminal.sendText(`printf %s "$CONSIDER_WINDOW" > '${out}'; exit`);
    assert.equal(await until("its variable", () => fs.existsSync(out) && fs.readFileSync(out, "utf8")), window);
    fs.rmSync(out);
  });
});
