// Runs inside the extension host (VS Code loads this module and calls run()).
// The same file serves @vscode/test-electron's extensionTestsPath.
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
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 30000, grep: process.env.TEST_GREP });
  for (const f of fs.readdirSync(__dirname).sort()) if (f.endsWith(".test.cjs")) mocha.addFile(path.join(__dirname, f));
  await mocha.loadFilesAsync();
  await new Promise((resolve, reject) => mocha.run((n) => (n ? reject(new Error(`${n} tests failed`)) : resolve())));
};
