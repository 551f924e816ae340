// check <folder>: every link and picture of the site leads to an existing file and heading, and no page makes network
// requests.
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(process.argv[2]);
const files = fs.readdirSync(root, { recursive: true }).filter((f) => f.endsWith(".html"));
const problems = [];
let links = 0;
for (const file of files) {
  const html = fs.readFileSync(path.join(root, file), "utf8");
  for (const [, kind, value] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
    if (/^(https?|mailto):/.test(value)) {
      if (kind === "src") problems.push(`${file} loads ${value}`);
      continue;
    }
    links++;
    const [to, anchor] = value.replaceAll("&amp;", "&").split("#");
    const target = to ? path.join(root, path.dirname(file), decodeURIComponent(to)) : path.join(root, file);
    if (value.startsWith("/")) problems.push(`${file}: ${value} does not work from a disk`);
    else if (!fs.existsSync(target)) problems.push(`${file}: ${value} is not there`);
    else if (anchor && target.endsWith(".html") && !fs.readFileSync(target, "utf8").includes(`id="${decodeURIComponent(anchor)}"`))
      problems.push(`${file}: ${to} has no heading ${anchor}`);
  }
}
if (files.length < 30 || links < 300) problems.push(`only ${files.length} pages with ${links} links`);
for (const p of problems) console.error(p);
if (problems.length) process.exit(1);
console.log(`${files.length} pages, ${links} links`);
