/** Files whose selected text is not written down; the program refuses the same ones. */
import { realpathSync } from "node:fs";
import * as path from "node:path";
import { SECRETS } from "./format";

// A folder's pattern fits what is in it, a file's the end of the path.
const patterns = SECRETS.map(
  (p) => new RegExp(`(?:^|/)${p.split("*").map(escape).join("[^/]*")}${p.endsWith("/") ? "" : "$"}`, "s"),
);

/** The file is named as on the wire. */
export function isSecret(file: string): boolean {
  const name = file.toLowerCase();
  return patterns.some((p) => p.test(name));
}

/** Whether a file of the disk, with its name on the wire, leads to such a file by links. */
export function leadsToSecret(file: string, onDisk: string): boolean {
  try {
    const root = onDisk.slice(0, onDisk.length - file.length);
    return isSecret(path.relative(realpathSync(root), realpathSync(onDisk)).replaceAll(path.sep, "/"));
  } catch {
    return false; // it is not there: its name is all there is
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}
