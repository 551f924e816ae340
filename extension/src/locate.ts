/** Finds the `consider` program: by the setting, otherwise in the package, otherwise on PATH. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { log } from "./log";
import { warn, withButtons } from "./messages";
import { setSetting } from "./settings";

const exe = process.platform === "win32" ? "consider.exe" : "consider";

/** The folder of the program that came with the extension. */
const bundledFolder = (context: vscode.ExtensionContext): string => context.asAbsolutePath("bin");

/** The program of this window: found once, and searched again when it does not fit. */
export class Programs {
  private found: Promise<string | undefined> | undefined;
  /** Programs that cannot work with this extension, and why. */
  private readonly unfit = new Map<string, string>();
  private said = "";

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The program's path, or undefined when none runs. */
  async find(): Promise<string | undefined> {
    this.found ??= this.locate();
    const program = await this.found;
    if (program === undefined) this.found = undefined;
    else this.sayOther(program);
    return program;
  }

  /** Excludes a program that cannot work with this extension; the next one is used instead. */
  refuse(program: string, why: string): void {
    this.unfit.set(program, why);
    this.found = undefined;
  }

  reset(): void {
    this.unfit.clear();
    this.found = undefined;
    this.said = "";
  }

  /** Why there is no program. */
  get lacking(): string {
    if (this.unfit.size > 0) return [...this.unfit.values()].join(" ");
    return vscode.workspace.isTrusted
      ? "No “consider” program was found at the path in the settings, in the extension or on PATH."
      : "This build of the extension does not include the consider program, and an installed one runs only in a trusted folder. Trust the folder to use the installed program.";
  }

  /** Says once that another program is used than the chosen one. */
  private sayOther(program: string): void {
    const why = [...this.unfit.values()].join(" ");
    if (why === this.said) return;
    this.said = why;
    const is =
      path.dirname(program) === bundledFolder(this.context) ? "The program that came with the extension" : program;
    void withButtons(warn, `Consider: ${why} ${is} is used instead.`, [chooseTitle, choose]);
  }

  private async locate(): Promise<string | undefined> {
    const bundled = path.join(bundledFolder(this.context), exe);
    const candidates = [bundled];
    // An untrusted folder must not choose the program, neither by a setting nor by what it puts on PATH.
    if (vscode.workspace.isTrusted) {
      const setting = vscode.workspace.getConfiguration("consider").get<string>("path", "");
      if (setting) candidates.unshift(setting);
      candidates.push(...onPath(exe));
    }
    for (const candidate of candidates.filter((c) => !this.unfit.has(c))) {
      if (candidate === bundled) await chmod(bundled, 0o755).catch(() => undefined); // a packer may drop the bit
      const version = await ask(candidate);
      if (version !== undefined) {
        log.info(`program: ${candidate} (${version})`);
        return candidate;
      }
    }
    return undefined;
  }
}

/** Absolute folders only: a relative one on PATH would be in the workspace. */
function onPath(name: string): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((f) => path.isAbsolute(f));
  return folders.map((f) => path.join(f, name));
}

/** Whether terminals find a program of this name. */
export const isOnPath = (name: string | undefined): boolean =>
  name !== undefined &&
  (process.platform === "win32" ? [".exe", ".cmd"] : [""]).some((end) => onPath(name + end).some(existsSync));

/** The program's version line; undefined when it does not run, for example one of another platform. */
function ask(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ["version"], { timeout: 10_000, windowsHide: true }, (error, stdout) => {
      if (error && error.code !== "ENOENT") log.warn(`cannot run ${program}: ${error.message}`);
      resolve(error || !stdout.startsWith("consider ") ? undefined : stdout.trim());
    });
  });
}

/** The button to choose a program. */
export const chooseTitle = "Choose Program…";

/** Lets the user choose the program; it is used as soon as the setting changes. */
export async function choose(): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand("workbench.trust.manage");
    return;
  }
  const picked = await vscode.window.showOpenDialog({ title: "Choose Program", openLabel: "Use" });
  if (picked?.[0]) await setSetting("path", picked[0].fsPath);
}
