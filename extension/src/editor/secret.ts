/** Files whose selected text is never written to the state file; the program refuses the same ones. */
import { realpathSync } from "node:fs";
import * as path from "node:path";
import { SECRETS } from "./format";

// A folder's pattern matches everything in the folder, a file's pattern the end of the path.
const patterns = SECRETS.map(
  (p) => new RegExp(`(?:^|/)${p.split("*").map(escape).join("[^/]*")}${p.endsWith("/") ? "" : "$"}`, "s"),
);

/** The file has its name on the wire. */
export function isSecret(file: string): boolean {
  const name = file.toLowerCase();
  return patterns.some((p) => p.test(name));
}

/** Whether a file on disk, with its name on the wire, leads to such a file through links. */
export function leadsToSecret(file: string, onDisk: string): boolean {
  try {
    const root = onDisk.slice(0, onDisk.length - file.length);
    return isSecret(path.relative(realpathSync(root), realpathSync(onDisk)).replaceAll(path.sep, "/"));
  } catch {
    return false; // it does not exist: only its name counts
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}
