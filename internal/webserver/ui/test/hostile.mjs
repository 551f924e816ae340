/** A project with all attacks at once: names, contents and words that could run, hide, or pass for parts of a patch. */
import fs from "node:fs";
import { Project } from "./lib.mjs";
import { evil, hostile as markdown } from "./markdown.mjs";

export { evil } from "./markdown.mjs";

export const names = [
  "<img src=x onerror=pwned=6>.ts",
  "a&lt;b&gt;.md",
  "'quote'.go",
  "\u202egpj.exe.ts",
  "--help",
  "a b\tc.txt",
  "日本語.txt",
  "line\nfeed.js",
  "$(touch x).sh",
  "__proto__",
  "constructor",
];

export const reversed = "\u202e reversed \u2066\r\u0007\u001b[31mred\n";

/** Lines that look like parts of a patch, or like git's own output. */
const patch = [
  "--- a/other.ts",
  "+++ b/other.ts",
  "@@ -1,2 +1,2 @@",
  "diff --git a/other.ts b/other.ts",
  "\\ No newline at end of file",
  "-- ",
  "- - -",
  "+",
  " ",
  "rename from a",
  "Binary files a/x and b/x differ",
  "GIT binary patch",
  "index 0000000..1111111 100644",
  "<<<<<<< HEAD",
];

/** Current files in the commit and now, all of them known to git. */
export function hostileSet() {
  const before = ["first\n", ...patch.map((l) => `${l}\n`), "last"].join("");
  const p = new Project({
    ...Object.fromEntries(names.map((n) => [n, before])),
    "patch.txt": before,
    "ends.txt": "one\r\ntwo\r\nthree\rstill three\n",
    "latin.txt": Buffer.from("caf\xe9\nna\xefve\n", "latin1"),
    "odd.txt": "\u0001\u0002\u007f\u009b\ufeff\u200b plain\n",
    "page.md": "# A\n",
    "link.txt": "target\n",
    "moved from.txt": `${before}\n${"same words\n".repeat(20)}`,
  });
  const after = ["first\n", ...patch.map((l) => `${l} again\n`), ...evil.map((l) => `${l}\n`), reversed].join("");
  for (const name of names) p.write(name, after);
  p.write("patch.txt", [...patch].reverse().join("\n"));
  p.write("ends.txt", "one\ntwo\r\nthree\rmore\r\n");
  p.write("latin.txt", Buffer.from("caf\xe9s\nna\xefve\n\x83\x65\n", "latin1"));
  p.write("odd.txt", "\u0001\u0002\u007f\u009b\ufeff\u200b plainer\u2028\u2029\u0085 \u{e0041}\n");
  p.write("page.md", `${markdown.join("\n\n")}\n`);
  p.remove("link.txt");
  fs.symlinkSync("<script>window.pwned=7</script>", p.path("link.txt"));
  p.git("mv", "moved from.txt", "moved -> to.txt");
  return p;
}
