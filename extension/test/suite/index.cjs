// Runs inside the extension host: VS Code loads this and calls run(). @vscode/test-electron has the same contract.
"use strict";
const fs = require("fs");
const path = require("path");
exports.run = async function run() {
  const Mocha = require("mocha");
  const report = process.env.TEST_REPORT;
  if (report) {
    fs.writeFileSync(report, "");
    Mocha.reporters.Base.consoleLog = (...a) => fs.appendFileSync(report, require("util").format(...a) + "\n");
  }
  const mocha = new Mocha({
    ui: "bdd",
    color: false,
    timeout: 180_000,
    ...(process.env.TEST_GREP ? { grep: process.env.TEST_GREP } : {}),
  });
  for (const f of fs.readdirSync(__dirname).sort()) if (f.endsWith(".test.cjs")) mocha.addFile(path.join(__dirname, f));
  await mocha.loadFilesAsync();
  await new Promise((resolve, reject) => mocha.run((n) => (n ? reject(new Error(`${n} tests failed`)) : resolve())));
};
