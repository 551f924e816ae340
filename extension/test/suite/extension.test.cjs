"use strict";
const assert = require("assert/strict");
const { execFileSync } = require("child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("fs");
const path = require("path");
const vscode = require("vscode");
const { consider, open, until } = require("./open.cjs");

const say = (...a) => require("mocha").reporters.Base.consoleLog("      #", ...a);
const percentile = (numbers, p) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(p * numbers.length))];

describe("the extension in its host", () => {
  const extension = vscode.extensions.getExtension("consider.consider");
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const uri = (file) => vscode.Uri.joinPath(folder, file);
  /** Waits until the back end has placed a file's threads in the present text. */
  const settled = (file) =>
    until(`${file} is placed`, () => {
      const key = uri(file).toString();
      const state = session.placer.documents.get(key);
      return state && (state.requests === 0 || state.answered > 0) && !session.placer.timers.has(key);
    });
  let session;
  let project;

  before(async () => {
    ({ session } = await extension.activate());
    project = await until("a project", () => session.projects[0]?.info && session.projects[0]);
    say("VS Code", vscode.version, "Node", process.version);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("uses the program that it brought", () => {
    assert.equal(project.info.root, folder.fsPath);
    assert.equal(vscode.workspace.getConfiguration("consider").get("path"), "");
  });

  it("in an editor that an agent opened, a person still speaks as a person", async () => {
    assert.equal(process.env.CLAUDECODE, "1");
    const { thread } = await project.client.ask("add", { place: "small.txt", startLine: 2, message: "a person's" });
    assert.equal(thread.author, "human");
    await project.client.ask("delete", { ids: [thread.id] });
  });

  it("terminals have the program, and VS Code's agents its tools, without a setup", async () => {
    const file = path.join(folder.fsPath, ".git", "version");
    const terminal = vscode.window.createTerminal({ cwd: folder, env: { HOME: folder.fsPath } });
    terminal.sendText(`consider version >'${file}'`);
    const version = await until("an answer in the terminal", () => {
      try {
        return readFileSync(file, "utf8").trim();
      } catch {
        return "";
      }
    });
    terminal.dispose();
    assert.match(version, /^consider /);

    const agents = extension.exports.parts.find((p) => "provideMcpServerDefinitions" in p);
    const [server, ...others] = await agents.provideMcpServerDefinitions();
    assert.deepEqual(others, []);
    const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const input = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) + "\n";
    const said = execFileSync(server.command, server.args, { cwd: server.cwd.fsPath, input, encoding: "utf8" });
    assert.match(said, /"serverInfo":\{"name":"consider"/);
  });

  it("keys clash with nothing of VS Code", async () => {
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse("vscode://defaultsettings/keybindings.json"),
    );
    const text = document.getText();
    assert.match(text, /"key":\s*"ctrl\+k ctrl\+s"/, "these are the default keys");
    const bindings = extension.packageJSON.contributes.keybindings;
    for (const { key, mac, when } of bindings) {
      const ours = bindings.filter((b) => b.key === key).map((b) => b.command); // ours are in that list, too
      if (when.startsWith("commentEditorFocused && commentController == consider")) continue; // only in our own form
      if (when.startsWith("focusedView == consider.threads && listFocus && !inputFocus")) continue; // only in our own view
      const uses = [...text.matchAll(/\{[^{}]*?"key":\s*"([^"]+)"[^{}]*?"command":\s*"([^"]+)"/g)].filter(
        ([, k, c]) =>
          [key, mac].some(
            (x) =>
              x
                .split(" ")
                .map((s) => s.split("+").sort().join("+"))
                .join(" ") ===
              k
                .split(" ")
                .map((s) => s.split("+").sort().join("+"))
                .join(" "),
          ) && !ours.includes(c),
      );
      assert.deepEqual(
        uses.map(([, , c]) => c),
        [],
        `${key} is free`,
      );
    }
  });

  it("every command of the package is there, and the other way round", async () => {
    // VS Code adds some commands for each view.
    const views = Object.values(extension.packageJSON.contributes.views).flatMap((v) => v.map(({ id }) => `${id}.`));
    const registered = (await vscode.commands.getCommands(true))
      .filter((c) => c.startsWith("consider.") && !/^consider\.(status|proof$|setup\.|memoryLog\.)/.test(c))
      .filter((c) => !views.some((view) => c.startsWith(view)))
      .sort();
    const declared = extension.packageJSON.contributes.commands.map((c) => c.command).sort();
    assert.deepEqual(registered, declared);
  });

  /** Whether a `when` clause holds if these contexts are set, with one folder and an editor. */
  const holds = (are, when = "true") =>
    new Function(
      `return ${when
        .replace(/view == (consider\.\w+)/g, (_, name) => are.includes(name))
        .replace(/consider\.\w+/g, (name) => are.includes(name))
        .replace(/editorIsOpen|isWorkspaceTrusted/g, "true")
        .replace(/workspaceFolderCount/g, "1")}`,
    )();

  it("the head of the threads has room for its text: at most two icons while nothing is filtered", () => {
    const are = ["consider.threads", "consider.active", "consider.threaded", "consider.resolvedShown"];
    const icons = extension.packageJSON.contributes.menus["view/title"].filter(
      ({ group, when }) => group.startsWith("navigation") && holds([...are, "consider.staleShown"], when),
    );
    assert.ok(icons.length <= 2, icons.map(({ command }) => command).join());
  });

  it("the view of changes does not say that Consider is starting if it cannot start", () => {
    const welcome = extension.packageJSON.contributes.viewsWelcome.filter(({ view }) => view === "consider.changes");
    const shown = (...are) => welcome.filter(({ when }) => holds(are, when)).map(({ contents }) => contents);
    assert.deepEqual(shown(), ["Consider is starting."]);
    assert.deepEqual(shown("consider.failed"), []);
    assert.deepEqual(shown("consider.active"), []);
  });

  it("the palette shows at most 22 commands while nothing special is open", () => {
    const { commands, menus } = extension.packageJSON.contributes;
    const are = ["consider.active", "consider.threaded", "consider.resolvedShown", "consider.staleShown"];
    const palette = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
    const shown = commands
      .filter((c) => holds(are, palette.get(c.command)) && holds(are, c.enablement))
      .map((c) => c.title);
    assert.ok(shown.length <= 22, `${shown.length}: ${shown.join(", ")}`);
    // The first of their kind, which no view offers yet, and those that the specification names, with their old names.
    for (const title of [
      "Add Comment",
      "Set Up…",
      "Uninstall…",
      "Show All Comments",
      "Archive Resolved",
      "New Memory File…",
    ])
      assert.ok(shown.includes(title), title);
    assert.ok(shown.includes("Refresh Thread Locations (Reconcile All)"));
  });

  it("a comment is drawn once, though it is read before the program has responded to it", async () => {
    await open(uri("small.txt"));
    const { client } = project;
    const sent = [];
    const { ask } = client;
    client.ask = async (verb, input) => {
      const answer = await ask.call(client, verb, input);
      if (verb !== "add") return answer;
      sent.push(input.form);
      await project.refresh();
      await until("drawn", () => session.threads.drawnAs(answer.thread.id)?.comments.length === 1);
      return answer;
    };
    try {
      const thread = session.threads.begin(uri("small.txt"), { start: 4, end: 4 });
      await vscode.commands.executeCommand("consider.start", { thread, text: "drawn once" });
      const id = session.threads.idOf(thread)?.id;
      assert.deepEqual(sent, [id], "the id is the client's");
      assert.equal(session.threads.drawnAs(id), thread, "the thread on the screen is the one that was begun");
      // Sent again, as after an interruption, it is the same thread.
      const input = { place: "small.txt", startLine: 5, endLine: 5, message: "drawn once", form: id };
      assert.equal((await ask.call(client, "add", input)).thread.id, id);
      await project.client.ask("delete", { ids: [id] });
    } finally {
      client.ask = ask;
    }
  });

  it("a thread follows edits at once, and is right after the pause", async () => {
    const { thread } = consider("add", "small.txt:4", "-m", "about four", "--as", "human");
    const line = () => session.threads.linesOf(thread.id)?.start;
    const editor = await open(uri("small.txt"));
    await until("drawn", () => line() === 3);
    await editor.edit((e) => e.insert(new vscode.Position(0, 0), "new\nlines\n"));
    assert.equal(line(), 5, "at once");
    await editor.edit((e) => e.delete(new vscode.Range(0, 0, 1, 0)));
    assert.equal(line(), 4);
    await settled("small.txt");
    assert.equal(line(), 4, "after the pause");
    // Its own line, cut and pasted elsewhere: only the back end can tell where the thread is.
    const own = editor.document.lineAt(4).rangeIncludingLineBreak;
    await editor.edit((e) => e.delete(own));
    await editor.edit((e) => e.insert(new vscode.Position(0, 0), "four\n"));
    await until("placed again, or said to be stale", () => {
      const p = session.placer.placement(project, project.threads.get(thread.id));
      return p.anchorState === "stale" || p.startLine === 1;
    });
    consider("delete", thread.id, "--as", "human");
    await until("gone", () => !project.threads.has(thread.id));
  });

  it("typing in a file of 10,000 lines with 200 threads costs nothing to speak of", async function () {
    this.timeout(180000); // of VS Code\'s own work on 200 widgets
    const started = Date.now();
    const editor = await open(uri("long.txt"));
    const ids = [...project.threads.values()].filter((t) => t.file === "long.txt").map((t) => t.id);
    assert.equal(ids.length, 200);
    await until("drawn", () => ids.every((id) => session.threads.linesOf(id)));
    await settled("long.txt");
    const timings = [];
    const { placer } = session;
    const { edited } = placer;
    placer.edited = function (e) {
      const started = performance.now();
      edited.call(this, e);
      timings.push(performance.now() - started);
    };
    let expected = 0;
    for (let i = 0; i < 100; i++) {
      // Every fifth is a new line at the top, which moves all 200; the others are letters all over the file.
      const newLine = i % 5 === 0;
      const at = newLine ? new vscode.Position(0, 0) : new vscode.Position((i * 49) % 9000, 3);
      await editor.edit((e) => e.insert(at, newLine ? "\n" : "x"), { undoStopBefore: false, undoStopAfter: false });
      expected += newLine ? 1 : 0;
    }
    delete placer.edited;
    say(
      `handler per edit, ${timings.length} edits: median ${percentile(timings, 0.5).toFixed(3)} ms, p95 ${percentile(timings, 0.95).toFixed(3)} ms (target: below 5), max ${Math.max(...timings).toFixed(3)} ms`,
    );
    say(`the whole of it ${((Date.now() - started) / 1000).toFixed(1)} s`);
    assert.ok(timings.length >= 100);
    // The target is 5 ms. Exceeding it on a busy machine is not a failure; exceeding it tenfold is.
    assert.ok(percentile(timings, 0.95) < 50, "p95 far from 50 ms");
    const first = ids.map((id) => session.threads.linesOf(id).start).sort((a, b) => a - b)[0];
    assert.equal(first, 10 + expected, "all of them moved");
    await settled("long.txt");
    assert.equal(
      ids.map((id) => session.threads.linesOf(id).start).sort((a, b) => a - b)[0],
      10 + expected,
      "and the back end agrees",
    );
  });

  it("a pause of typing and a reading redraw nothing if nothing has changed", async () => {
    const { thread } = consider("add", "small.txt:6", "-m", "about six", "--as", "human");
    const editor = await open(uri("small.txt"));
    await until("drawn", () => session.threads.linesOf(thread.id)?.start === 5);
    const letter = async () => {
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      await vscode.commands.executeCommand("type", { text: "x" });
      await settled("small.txt");
    };
    await letter();
    let changes = 0;
    const { tree } = extension.exports.parts.find((p) => p.tree);
    const listeners = [
      session.on(["threads", "places", "seen", "state", "filter"], () => changes++),
      tree.onDidChangeTreeData(() => changes++),
    ];
    try {
      const cpu = process.cpuUsage();
      for (let i = 0; i < 10; i++) await letter();
      const used = process.cpuUsage(cpu);
      say(`CPU of the extension host per letter: ${((used.user + used.system) / 10_000).toFixed(1)} ms`);
      assert.equal(changes, 0, "redraws at the pauses after 10 letters");
      await project.refresh();
      await project.refresh(true);
      assert.equal(changes, 0, "redraws after readings");
      await editor.edit((e) => e.insert(new vscode.Position(0, 0), "new\n"));
      await settled("small.txt");
      await until("a redraw after a move", () => changes > 0);
    } finally {
      for (const listener of listeners) listener.dispose();
      await project.client.ask("delete", { ids: [thread.id] });
    }
  });

  it("a reply draws the row of its thread anew, and no other row", async () => {
    const { tree } = extension.exports.parts.find((p) => p.tree);
    const drawn = [];
    const listener = tree.onDidChangeTreeData((rows) => drawn.push(...(rows ?? ["all"])));
    const { thread } = consider("add", "small.txt:3", "-m", "about three", "--as", "human");
    const { id } = thread;
    try {
      await until("its row", () => drawn.length > 0);
      drawn.length = 0;
      consider("reply", id, "-m", "and four", "--as", "human");
      await until("drawn anew", () => drawn.length > 0);
      assert.deepEqual(
        drawn.map((row) => row.thread?.id ?? row),
        [id],
      );
      assert.ok(tree.threads().includes(drawn[0]), "it is the object by which VS Code knows the row");
      drawn.length = 0;
      consider("resolve", id, "--as", "human");
      await until("drawn anew", () => drawn.length > 0);
      assert.deepEqual(new Set(drawn.map((row) => row.thread?.id ?? row.file)), new Set([id, "small.txt"]));
    } finally {
      listener.dispose();
      consider("delete", id, "--as", "human");
      await until("gone", () => !project.threads.has(id));
    }
  });

  it("a folder that has no project is left alone", () => {
    assert.equal(session.projectOf(vscode.Uri.file("/etc/hosts")), undefined);
    assert.equal(session.projectOf(vscode.Uri.parse("untitled:x")), undefined);
    assert.equal(project.file(uri(".git/config")), undefined);
    assert.equal(project.file(uri(".consider/config")), undefined);
  });

  it("words that were written in the box and cannot be saved are kept in the editor", async () => {
    const { thread } = consider("add", "small.txt", "-m", "on the file", "--as", "human");
    await open(uri("small.txt"));
    await until("drawn", () => session.threads.standsAt(uri("small.txt"), undefined));
    const { createInputBox } = vscode.window;
    const { ask } = project.client;
    const accepted = new vscode.EventEmitter();
    const show = () => {
      box.value = "no word is lost";
      setTimeout(() => accepted.fire());
    };
    const box = { show, onDidAccept: accepted.event, onDidHide: new vscode.EventEmitter().event, dispose() {} };
    vscode.window.createInputBox = () => box;
    project.client.ask = (verb, input) =>
      verb === "add" ? Promise.reject(new Error("no room")) : ask.call(project.client, verb, input);
    try {
      await vscode.commands.executeCommand("consider.addFileComment");
    } finally {
      vscode.window.createInputBox = createInputBox;
      delete project.client.ask;
    }
    const kept = session.drafts.all();
    assert.deepEqual(
      kept.map((d) => [d.uri, d.lines, d.text]),
      [[uri("small.txt").toString(), undefined, "no word is lost"]],
    );
    assert.equal(box.title, "Comment on the whole file small.txt");
    session.threads.forgetUnsaved(kept[0].key, true);
    await session.drafts.drop(kept[0].key);
    consider("delete", thread.id, "--as", "human");
    await until("gone", () => !project.threads.has(thread.id));
  });

  it("without an agent in a terminal, a new one gets the prompt typed, and the person sends it", async () => {
    const { showQuickPick, createTerminal } = vscode.window;
    const { PATH } = process.env;
    const tools = mkdtempSync(path.join(require("os").tmpdir(), "tools-"));
    for (const name of ["claude", "codex"]) writeFileSync(path.join(tools, name), "#!/bin/sh\n", { mode: 0o755 });
    const { thread } = consider("add", "small.txt", "-m", "with `id` and $(id)", "--as", "human");
    await until("read", () => project.threads.has(thread.id));
    await project.client.ask("setup", { integrations: ["claude", "gemini"] });
    const typed = [];
    let offered;
    process.env.PATH = `${tools}:${PATH}`;
    vscode.window.createTerminal = (options) => ({
      show() {},
      sendText: (...sent) => typed.push([options.cwd, ...sent]),
    });
    vscode.window.showQuickPick = (picks) => {
      offered = picks.map(({ label }) => label.replace(/^\$\([a-z-]+\) /, ""));
      return Promise.resolve(picks[0]);
    };
    try {
      await vscode.commands.executeCommand("consider.send", { thread: { id: thread.id } });
    } finally {
      Object.assign(vscode.window, { showQuickPick, createTerminal });
      process.env.PATH = PATH;
      rmSync(tools, { recursive: true });
    }
    assert.equal(offered[0], "Open a Terminal with claude…", "set up, and on PATH");
    assert.equal(offered.filter((label) => label.startsWith("Open a Terminal")).length, 1);
    assert.equal(offered.at(-1), "Copy Prompt");
    const door = ".consider/bin/consider-cli";
    const { id } = thread;
    const line = `Please look at the review thread ${id}: run ${door} context ${id}, then answer with ${door} reply ${id} -m TEXT.`;
    assert.deepEqual(typed, [[folder.fsPath, `claude "${line}"`, false]]);
    await project.client.ask("uninstall", { mode: "skills" });
    consider("delete", id, "--as", "human");
    await until("gone", () => !project.threads.has(id));
  });

  it("a click on Reply does not go on to the next thread, even just after the key that goes on", async () => {
    const places = ["small.txt:2", "small.txt:4"];
    const ids = places.map((at) => consider("add", at, "-m", "why?", "--as", "human").thread.id);
    for (const id of ids) {
      const program = path.join(extension.extensionPath, "bin", "consider");
      execFileSync(program, ["reply", id, "-m", "because"], { cwd: folder.fsPath }); // as an agent
    }
    await open(uri("small.txt"));
    await until("drawn", () => ids.every((id) => session.threads.drawnAs(id)?.comments.length === 2));
    const { createInputBox } = vscode.window;
    let boxes = 0;
    vscode.window.createInputBox = () => {
      boxes++;
      return createInputBox();
    };
    const { now } = Date;
    const at = now();
    Date.now = () => at; // however slow the machine is, this is just after the key
    try {
      await vscode.commands.executeCommand("consider.submitNext"); // no form has the focus
      const reply = { thread: session.threads.drawnAs(ids[0]), text: "thanks" };
      await vscode.commands.executeCommand("consider.reply", reply);
    } finally {
      vscode.window.createInputBox = createInputBox;
      Date.now = now;
    }
    assert.equal(consider("get", ids[0]).thread.thread.at(-1).body, "thanks");
    assert.equal(boxes, 0, "there is no box for the next reply");
    consider("delete", ...ids, "--as", "human");
    await until("gone", () => ids.every((id) => !project.threads.has(id)));
  });

  it("the panel of all comments does not open at the first comment", () => {
    assert.equal(vscode.workspace.getConfiguration("comments").inspect("openView").defaultValue, "never");
  });

  it("the text of a thread is not named after an id", async () => {
    const { thread } = consider("add", "small.txt", "-m", "Split or/and move?", "--as", "human");
    await until("known", () => project.threads.has(thread.id));
    await vscode.commands.executeCommand("consider.showContext", { thread: { id: thread.id } });
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab.label, "Split or and move?.md");
    consider("delete", thread.id, "--as", "human");
    await until("gone", () => !project.threads.has(thread.id));
  });

  it("a notebook is called unsupported, and opened as text by the button", async () => {
    const file = uri("cells.ipynb");
    const cell = { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: ["x = 1"] };
    const content = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
    writeFileSync(file.fsPath, JSON.stringify(content));
    const { showInformationMessage } = vscode.window;
    const said = [];
    vscode.window.showInformationMessage = (words, button) => {
      said.push(words);
      return Promise.resolve(button);
    };
    try {
      await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(file));
      await vscode.commands.executeCommand("consider.addComment");
    } finally {
      vscode.window.showInformationMessage = showInformationMessage;
    }
    assert.match(said.join(), /notebooks are not supported\. To comment on “cells\.ipynb”, open it as text/);
    const isOpen = () => vscode.window.activeTextEditor?.document.uri.toString() === file.toString();
    await until("it is open as text", isOpen);
    rmSync(file.fsPath);
  });

  it("a program that hangs can be restarted from the palette", async () => {
    const { when } = extension.packageJSON.contributes.menus.commandPalette.find(
      ({ command }) => command === "consider.restart",
    );
    assert.match(when, /\|\| consider\.late\)/);
    const { executeCommand } = vscode.commands;
    const late = [];
    vscode.commands.executeCommand = (name, ...args) => {
      if (name === "setContext" && args[0] === "consider.late") late.push(args[1]);
      return executeCommand(name, ...args);
    };
    const { pid } = project.client;
    process.kill(pid, "SIGSTOP");
    try {
      const asked = project.client.ask("list", {});
      await until("it is late", () => late.at(-1) === true);
      await vscode.commands.executeCommand("consider.restart");
      await asked;
      assert.notEqual(project.client.pid, pid);
      await until("nothing is late", () => late.at(-1) === false);
    } finally {
      vscode.commands.executeCommand = executeCommand;
      if (project.client.pid === pid) process.kill(pid, "SIGCONT");
    }
  });

  it("a request of a folder that is closed does not wait for a program any more", async () => {
    const client = new project.client.constructor(folder.fsPath, {}, "0");
    const { setTimeout } = globalThis;
    globalThis.setTimeout = () => 0; // no time ends the wait
    const asked = client.ask("list", {});
    globalThis.setTimeout = setTimeout;
    client.dispose();
    await assert.rejects(asked, /the program is not running/);
  });

  it("the plans of a folder that is closed are not looked at any more", async () => {
    const { setTimeout, clearTimeout } = globalThis;
    const set = [];
    const cleared = new Set();
    const plans = [{ id: "p_1", versions: 1, state: "waiting", awaited: true }];
    const silent = () => ({ dispose() {} });
    const client = { onChanged: silent, onReady: silent, ask: () => Promise.resolve({ plans }) };
    const all = new session.plans.constructor();
    globalThis.setTimeout = (run, ms, ...rest) => {
      const timer = setTimeout(run, ms, ...rest);
      if (ms === 2000) set.push(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => {
      cleared.add(timer);
      clearTimeout(timer);
    };
    try {
      all.follow([{ wasRead: true, client }]);
      await until("the next look", () => set.length > 0);
      assert.equal(all.awaited.length, 1);
      all.follow([]);
      assert.ok(set.every((timer) => cleared.has(timer)));
      assert.equal(all.awaited.length, 0);
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      all.dispose();
    }
  });

  it("what the program does not know is said kindly", async () => {
    await assert.rejects(project.client.askAny("no-such-verb", {}), /no-such-verb/);
  });
});
