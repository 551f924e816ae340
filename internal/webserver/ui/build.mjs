// Bundles the pages, and the two scripts that a page loads later, colours and Markdown: src/<name>/main.ts and main.css
// become ../assets/<name>.js and <name>.css, which the binary embeds. The extension shows the pages of responses and
// plans too; its build copies them. `--to FOLDER` writes only there, for a comparison; `--unit` bundles the unit tests
// into out/unit.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const args = process.argv.slice(2);
const to = args.includes("--to") ? path.resolve(args[args.indexOf("--to") + 1]) : path.join(here, "../assets");

if (args.includes("--unit")) {
  const folder = path.join(here, "test/unit");
  await build({
    entryPoints: fs.readdirSync(folder).map((f) => path.join(folder, f)),
    bundle: true,
    platform: "node",
    format: "esm",
    outdir: path.join(here, "out/unit"),
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  process.exit(0);
}

fs.mkdirSync(to, { recursive: true });
const bundled = new Set();
for (const page of ["door", "review", "colours", "markdown", "responses", "plan"]) {
  const entry = path.join(here, "src", page, "main.ts");
  if (!fs.existsSync(entry)) continue;
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome111", "firefox115", "safari16.4"],
    charset: "utf8",
    legalComments: "none", // licences.txt has them in full
    outfile: path.join(to, `${page}.js`),
    metafile: true,
    logLevel: "warning",
    tsconfig: path.join(here, "tsconfig.json"), // the tsconfig of the extension, whose files are read too, needs the extension's packages
  });
  for (const input of Object.keys(result.metafile.inputs)) {
    const found = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) bundled.add(found[1]);
  }
}
fs.writeFileSync(path.join(to, "licences.txt"), licences([...bundled].sort()));

/** The third-party packages in the bundles: version, checksum of the package in the lock file, licence. */
function licences(names) {
  const lock = JSON.parse(fs.readFileSync(path.join(here, "package-lock.json"), "utf8"));
  const parts = ["What of others is in the pages' scripts and styles. Written by ui/build.mjs.\n"];
  for (const name of names) {
    const folder = path.join(here, "node_modules", name);
    const file = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    if (!file) throw new Error(`${name} has no licence file`);
    const { version, integrity } = lock.packages[`node_modules/${name}`];
    const text = fs.readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
    const sum = createHash("sha256").update(text).digest("hex").slice(0, 16);
    parts.push(`${"=".repeat(78)}\n${name} ${version}\n${integrity}\nlicence text sha256 ${sum}…\n\n${text}\n`);
  }
  return parts.join("\n");
}
