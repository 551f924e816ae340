/** Finds the `consider` program: the setting, else the one in the package, else PATH. */
import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { log } from "./log";

const exe = process.platform === "win32" ? "consider.exe" : "consider";

/** The program's path, or undefined without one that runs. */
export async function locate(context: vscode.ExtensionContext): Promise<string | undefined> {
  const bundled = context.asAbsolutePath(path.join("bin", exe));
  const candidates = [bundled];
  // A folder that is not trusted decides nothing: neither by a setting, nor by what it puts on PATH.
  if (vscode.workspace.isTrusted) {
    const setting = vscode.workspace.getConfiguration("consider").get<string>("path", "");
    if (setting) candidates.unshift(setting);
    candidates.push(...onPath());
  }
  for (const candidate of candidates) {
    if (candidate === bundled) await chmod(bundled, 0o755).catch(() => undefined); // a packer may drop the bit
    const version = await ask(candidate);
    if (version !== undefined) {
      log.info(`program: ${candidate} (${version})`);
      return candidate;
    }
  }
  return undefined;
}

/** Absolute folders only: a relative one on PATH would be one of the workspace. */
function onPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((f) => path.isAbsolute(f));
  return folders.map((f) => path.join(f, exe));
}

/** What the program calls itself; undefined when it does not run, as that of another platform. */
function ask(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ["version"], { timeout: 10_000, windowsHide: true }, (error, stdout) => {
      if (error && error.code !== "ENOENT") log.warn(`${program} does not run: ${error.message}`);
      resolve(error || !stdout.startsWith("consider ") ? undefined : stdout.trim());
    });
  });
}

/** Tells that there is no program, and offers the way out. True when the user named one. */
export async function missing(): Promise<boolean> {
  const choose = "Choose the Program…";
  const answer = await vscode.window.showErrorMessage(
    vscode.workspace.isTrusted
      ? "Consider: the program “consider” was not found: not in the settings, not in the extension, not on PATH."
      : "Consider: this extension came without its program, and no other is run in a folder that is not trusted.",
    ...(vscode.workspace.isTrusted ? [choose] : ["Manage Trust"]),
  );
  if (answer === "Manage Trust") await vscode.commands.executeCommand("workbench.trust.manage");
  if (answer !== choose) return false;
  const picked = await vscode.window.showOpenDialog({ title: "The consider program", openLabel: "Use" });
  if (!picked?.[0]) return false;
  const settings = vscode.workspace.getConfiguration("consider");
  await settings.update("path", picked[0].fsPath, vscode.ConfigurationTarget.Global);
  return true;
}
