// Starts the VS Code server (code-server from the package registry) on a free
// loopback port with a throw-away profile, and stops the whole process group
// afterwards.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { patience } from "./lib.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
export const modules = process.env.CONSIDER_VSCODE || path.join(here, "node_modules");
const cs = path.join(modules, "code-server");
export const entry = path.join(cs, "out", "node", "entry.js");
export const node = findNode();

// The Node.js major version that this code-server requires: the running one if it fits, otherwise the one from the
// node-<platform>-<arch> package.
function findNode() {
  if (process.env.CONSIDER_NODE) return process.env.CONSIDER_NODE;
  const want = JSON.parse(fs.readFileSync(path.join(cs, "package.json"), "utf8")).engines.node.match(/\d+/)[0];
  if (process.versions.node.split(".")[0] === want) return process.execPath;
  const own = path.join(modules, `node-${process.platform}-${process.arch}`, "bin", "node");
  if (fs.existsSync(own)) return own;
  throw new Error(`code-server needs Node.js ${want}; run with it, or set CONSIDER_NODE`);
}

// Values must be those that this VS Code writes itself (e.g. 'off', not false, for extensions.autoUpdate): if it
// migrates a setting, it rewrites settings.json during the tests, which upsets the extension host.
export const settings = {
  "files.autoSave": "off", // as on a desktop; in a browser the default is "afterDelay", and a test could not tell who saved
  "chat.disableAIFeatures": true,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "git.autofetch": false,
  "editor.minimap.enabled": false,
  // The language service of JavaScript: npm's code-server lacks it, and the extension is compiled with one.
  "typescript.tsdk": path.resolve(here, "../node_modules/typescript/lib"),
};

function freePort() {
  return new Promise((resolve, reject) => {
    const s = net.createServer();
    s.on("error", reject);
    s.listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });
}

// dev: allow extensionDevelopmentPath / extensionTestsPath in the page address
// (VS Code 1.13x built versions honour them only in smoke-test mode; that mode
// also hides notification toasts and modal editors, so leave it off otherwise).
export async function start({
  dev = false,
  extraSettings = {},
  extraArgs = [],
  trust = false, // ask whether folders are trusted, as a desktop does
  env = {},
  install = [],
  unpacked = [],
}) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "vsc-")); // short: sockets live below it
  const dir = (n) => {
    const d = path.join(home, n);
    fs.mkdirSync(d, { recursive: true });
    return d;
  };
  const data = dir("data"),
    exts = dir("exts");
  fs.writeFileSync(path.join(dir("data/User"), "settings.json"), JSON.stringify({ ...settings, ...extraSettings }));
  const fullEnv = { ...process.env };
  for (const k of Object.keys(fullEnv))
    if (
      /^(VSCODE_|ELECTRON_|NODE_OPTIONS|PASSWORD|HASHED_PASSWORD|CODE_SERVER_|npm_|CLAUDE|CODEX_|OPENCODE|GEMINI_|COPILOT_|CURSOR_|AI_AGENT|AGENT$|CONSIDER_)/.test(
        k,
      )
    )
      delete fullEnv[k];
  Object.assign(fullEnv, {
    HOME: dir("home"),
    XDG_CONFIG_HOME: dir("home/.config"),
    XDG_DATA_HOME: dir("home/.local/share"),
    XDG_CACHE_HOME: dir("home/.cache"),
    XDG_RUNTIME_DIR: dir("run"),
    TMPDIR: dir("tmp"),
    GIT_CONFIG_GLOBAL: "/dev/null",
    // No Go and no consider: only the package's own program can run.
    PATH: "/usr/bin:/bin",
    // No extension marketplace: requests fail at once instead of resolving its host name.
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "http://127.0.0.1:9" }),
    ...env,
  });
  const base = ["--user-data-dir", data, "--extensions-dir", exts];
  for (const src of unpacked) {
    const m = JSON.parse(fs.readFileSync(path.join(src, "package.json"), "utf8"));
    fs.cpSync(src, path.join(exts, `${m.publisher}.${m.name}-${m.version}`), { recursive: true });
  }
  for (const vsix of install) {
    const r = spawnSync(node, [entry, ...base, "--install-extension", vsix, "--force"], {
      env: fullEnv,
      encoding: "utf8",
    });
    if (r.status !== 0 || !/successfully installed/.test(r.stdout))
      throw new Error(`install ${vsix}: ${r.status}\n${r.stdout}\n${r.stderr}`);
  }
  const driver =
    dev && fs.readFileSync(path.join(cs, "out", "node", "cli.js"), "utf8").includes("vscode-option")
      ? ["--vscode-option", "enable-smoke-test-driver"]
      : [];
  const port = await freePort();
  const log = path.join(home, "server.log");
  const fd = fs.openSync(log, "w");
  const t0 = Date.now();
  const child = spawn(
    node,
    [
      entry,
      ...base,
      "--bind-addr",
      `127.0.0.1:${port}`,
      "--auth",
      "none",
      "--disable-telemetry",
      "--disable-update-check",
      ...(trust ? [] : ["--disable-workspace-trust"]),
      "--disable-getting-started-override",
      "--disable-proxy",
      "--ignore-last-opened",
      ...driver,
      ...extraArgs,
    ],
    { cwd: home, env: fullEnv, stdio: ["ignore", fd, fd], detached: true },
  );
  fs.closeSync(fd);
  let exited = null;
  child.on("exit", (code, sig) => {
    exited = code ?? sig;
  });
  const killGroup = (sig) => {
    try {
      process.kill(-child.pid, sig);
    } catch {}
  };
  process.once("exit", () => killGroup("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (exited !== null) throw new Error(`server exited ${exited}\n${fs.readFileSync(log, "utf8")}`);
    if (Date.now() - t0 > patience) {
      killGroup("SIGKILL");
      throw new Error(`server not up in ${patience / 1000} s\n${fs.readFileSync(log, "utf8")}`);
    }
    try {
      if ((await fetch(url + "/healthz")).ok) break;
    } catch {}
    await new Promise((r) => setTimeout(r, 50));
  }
  const startMs = Date.now() - t0;
  const stop = async (keep = false) => {
    killGroup("SIGTERM");
    for (let i = 0; i < 60 && exited === null; i++) await new Promise((r) => setTimeout(r, 50));
    killGroup("SIGKILL"); // the extension and agent hosts outlive their parent otherwise
    if (!keep) fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  // The page address for a folder, with VS Code's "payload" pairs.
  const page = (folder, payload = []) => {
    const q = new URLSearchParams(folder.endsWith(".code-workspace") ? { workspace: folder } : { folder });
    if (payload.length) q.set("payload", JSON.stringify(payload));
    return `${url}/?${q}`;
  };
  const remote = (p) => `vscode-remote://127.0.0.1:${port}${p}`;
  /** Changes the user's settings. */
  const set = (more) =>
    fs.writeFileSync(
      path.join(data, "User", "settings.json"),
      JSON.stringify({ ...settings, ...extraSettings, ...more }),
    );
  return { url, port, page, remote, stop, set, startMs, home, data, exts, log, env: fullEnv, pid: child.pid };
}

export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Hermetic: nothing but loopback resolves in the browser.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const p of [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ])
    if (fs.existsSync(p)) return p;
  throw new Error("no Chromium or Chrome found; install one or set CHROMIUM");
}

/** The processes of a server that run extensions. */
export function hosts(root) {
  const read = (pid, file) => {
    try {
      return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  const parent = (pid) => Number(read(pid, "stat").split(") ").at(-1).split(" ")[1]);
  const isBelow = (pid) => pid === root || (pid > 1 && isBelow(parent(pid)));
  return fs
    .readdirSync("/proc")
    .filter((d) => /^\d+$/.test(d) && read(d, "cmdline").includes("type=extensionHost"))
    .map(Number)
    .filter(isBelow);
}
