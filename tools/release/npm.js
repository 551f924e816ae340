#!/usr/bin/env node
// Starts the program that npm installed for this system.
"use strict";
const { spawn } = require("node:child_process");
const os = require("node:os");

const part = `${require("../package.json").name}-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${part}/consider${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`consider: the package ${part} is not installed; install again without --omit=optional`);
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// Ctrl-C reaches both; the program decides what becomes of it. The others are passed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  console.error(`consider: ${err.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 1)));
