/** Files whose selected text is not written down; the program refuses the same ones. */
import { SECRETS } from "./format";

const patterns = SECRETS.filter((p) => !p.endsWith("/")).map(
  (p) => new RegExp(`^${p.split("*").map(escape).join(".*")}$`, "s"),
);
const folders = new Set(SECRETS.filter((p) => p.endsWith("/")).map((p) => p.slice(0, -1)));

/** The file is named as on the wire. */
export function isSecret(file: string): boolean {
  const parts = file.toLowerCase().split("/");
  const name = parts.pop() ?? "";
  return parts.some((part) => folders.has(part)) || patterns.some((p) => p.test(name));
}

function escape(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}
