// Finishes the VS Code server that `npm ci` installed: installs the modules that its own shrinkwrap pins, without
// install scripts (all needed binaries are inside the packages), then, when a C++ compiler is available, builds the two
// small native modules for log files and a parent watchdog. Safe to run again; does nothing when the stamp matches.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { modules, node } from "./server.mjs";

const code = path.join(modules, "code-server", "lib", "vscode");
const version = JSON.parse(fs.readFileSync(path.join(modules, "code-server", "package.json"), "utf8")).version;
const stamp = path.join(code, ".setup-done");
const want = `${version} ${process.argv.includes("--no-native") ? "no-native" : "native"}`;
if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === want) {
  console.log("VS Code server: ready");
  process.exit(0);
}

const env = { ...process.env };
for (const k of Object.keys(env))
  if (/^npm_(config_(local_prefix|prefix|global_prefix|ignore_scripts)|package_|lifecycle)/i.test(k)) delete env[k];
const npm = (args, extra = {}) =>
  spawnSync(process.platform === "win32" ? "npm.cmd" : "npm", args, {
    cwd: code,
    env: { ...env, ...extra },
    stdio: "inherit",
  }).status;

// --legacy-peer-deps: the shipped shrinkwrap omits peers, and without the option `npm ci` refuses ("Missing: tslib from
// lock file").
let t = Date.now();
if (
  npm(["ci", "--omit=dev", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"]) !==
  0
) {
  console.error("installing the VS Code server modules failed");
  process.exit(1);
}
console.log(`VS Code server modules: ${((Date.now() - t) / 1000).toFixed(1)} s`);
if (!process.argv.includes("--no-native")) {
  t = Date.now();
  const root = path.dirname(path.dirname(node)); // has include/node: no header download
  const r = npm(
    ["rebuild", "@vscode/spdlog", "@vscode/native-watchdog", "--ignore-scripts=false", "--loglevel=silent"],
    { PATH: path.dirname(node) + path.delimiter + env.PATH, npm_config_nodedir: root },
  );
  console.log(
    r === 0
      ? `native modules: ${((Date.now() - t) / 1000).toFixed(1)} s`
      : "native modules not built (no compiler?): the server runs without log files",
  );
}
fs.writeFileSync(stamp, want);
