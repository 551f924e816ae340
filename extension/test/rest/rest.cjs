// An extension of the click tests: it answers when the extension under test is at rest, and VS Code has drawn what came
// before. At rest, nothing is being read, placed or drawn, and no timer is about to.
"use strict";
const fs = require("fs");
const http = require("http");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const short = 500; // ms: a timer that is longer draws nothing that a test waits for
const collected = 250; // ms in which VS Code collects changes of trees and threads before it draws them
const patience = 80_000; // ms, less than that of the tests

/** Counts the calls of a method of an object's class that are not done. */
function counted(object, name) {
  const shape = Object.getPrototypeOf(object);
  const run = shape[name];
  const count = { what: name, pending: 0 };
  shape[name] = async function (...args) {
    count.pending++;
    try {
      return await run.apply(this, args);
    } finally {
      count.pending--;
    }
  };
  return count;
}

/** Collects the timers of the extension; returns the short ones that are set. */
function shortTimers(later) {
  const all = new Set();
  const shape = Object.getPrototypeOf(later);
  const { soon } = shape;
  shape.soon = function (ms = this.ms) {
    soon.call(this, ms);
    all.add(this);
  };
  return () => [...all].filter(({ timer, wait }) => timer !== undefined && wait <= short);
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

exports.activate = async (context) => {
  const { session } = await vscode.extensions.getExtension("consider.consider").activate();
  const [project] = session.projects;
  if (!project) return;
  const timers = shortTimers(session.showing);
  const counts = [counted(session, "redraw"), counted(project.client, "send")];
  /** The number of requests without an answer. */
  const requests = () => counts[1].pending;
  const busy = () => [
    ...counts.filter(({ pending }) => pending > 0).map(({ what, pending }) => `${what}: ${pending}`),
    ...timers().map(({ wait }) => `a timer of ${wait} ms`),
    ...[...session.placer.timers.keys()].map((key) => `place ${key}`),
    ...session.projects.filter((p) => !p.wasRead && !p.fault).map((p) => `${p.folder.name} was not read`),
  ];
  /** "" at rest, otherwise the reasons. */
  const rest = async () => {
    const end = Date.now() + patience;
    for (let since = Date.now(); Date.now() - since < collected; await sleep(10)) {
      const now = busy();
      if (now.length > 0) since = Date.now();
      if (Date.now() > end) return now.join(", ") || "never for long";
    }
    await vscode.commands.executeCommand("noop"); // the window has received all that was sent before
    return "";
  };
  const server = http.createServer(async ({ url }, answer) => {
    answer.end(url === "/requests" ? String(requests()) : await rest());
  });
  context.subscriptions.push({ dispose: () => server.close() });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders[0].uri).fsPath;
  const report = { port: server.address().port, folder, at: Date.now() };
  fs.writeFileSync(path.join(os.tmpdir(), `rest-${process.pid}.json`), JSON.stringify(report));
};
