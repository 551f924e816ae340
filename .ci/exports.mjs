// exports.mjs <folder>... : fails for a value of a src/ that is exported and that nothing imports, and for a package that no
// package.json from the import's folder upwards lists. Generated files may export more than is used, types are part of
// what is exported with them, and the editor calls activate.
import fs from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";

const skipped = new Set(["node_modules", "dist", "out", "media", "assets", "bin"]);
const files = new Map(process.argv.slice(2).flatMap((folder) => sources(folder).map((f) => [f, fs.readFileSync(f, "utf8")])));
const exported = new Map(); // file -> name -> line
const used = new Map(); // file -> names
const passedOn = []; // [file, what it exports all of]
const problems = [];
const everything = [...files.values()].join("\n"); // what is imported as a whole is handed on under its name

for (const [file, text] of files) {
  const names = new Map();
  exported.set(file, names);
  const line = (at) => text.slice(0, at).split("\n").length;
  for (const m of text.matchAll(/^export (?:(?:declare|async|abstract) )*(?:const|let|function\*?|class|enum) (\w+)/gm))
    names.set(m[1], line(m.index));
  for (const m of text.matchAll(/^(import|export)\s+(type\s+)?([^"';]*?)\s*from\s+"([^"]+)"/gm)) {
    const from = resolved(file, m[4]);
    if (!from) continue;
    for (const [, name, as] of (/\{([^}]*)\}/.exec(m[3])?.[1] ?? "").matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+(\w+))?/g)) {
      use(from, name);
      if (m[1] === "export" && !m[2]) names.set(as ?? name, line(m.index));
    }
    const all = /\*(?:\s+as\s+(\w+))?/.exec(m[3]);
    if (all?.[1]) for (const [, name] of everything.matchAll(new RegExp(`\\b${all[1]}\\.(\\w+)`, "g"))) use(from, name);
    else if (all) passedOn.push([file, from]);
  }
  for (const m of text.matchAll(/(?:\bfrom\s+|\brequire\(|\bimport\(|^import\s+)"([^"./][^"]*)"/gm)) {
    const name = m[1].split("/").slice(0, m[1].startsWith("@") ? 2 : 1).join("/");
    if (m[1].startsWith("node:") || builtinModules.includes(name) || listed(file).has(name)) continue;
    problems.push(`${file}:${line(m.index)}: the package ${name} is not in the package.json nearest to it`);
  }
}
for (const [file, from] of passedOn) for (const name of used.get(file) ?? []) use(from, name);
for (const [file, names] of exported)
  for (const [name, line] of names)
    if (name !== "activate" && file.includes("/src/") && !generated(file) && !used.get(file)?.has(name))
      problems.push(`${file}:${line}: nothing imports ${name}: do not export it, or delete it`);

for (const p of problems.sort()) console.error(p);
process.exitCode = problems.length > 0 ? 1 : 0;

function sources(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((e) => {
    const name = path.join(folder, e.name);
    if (e.isDirectory()) return skipped.has(e.name) ? [] : sources(name);
    return /\.(ts|mjs|cjs)$/.test(e.name) && !e.name.endsWith(".d.ts") ? [name] : [];
  });
}

function resolved(file, to) {
  if (!to.startsWith(".")) return undefined;
  const name = path.join(path.dirname(file), to);
  return [name, `${name}.ts`].find((f) => files.has(f));
}

function use(file, name) {
  if (!used.has(file)) used.set(file, new Set());
  used.get(file).add(name);
}

function generated(file) {
  return files.get(file).startsWith("// Code generated");
}

/** The packages that the import may name, and what the editor brings. */
function listed(file) {
  const names = new Set();
  for (let folder = path.dirname(file); folder !== "."; folder = path.dirname(folder)) {
    const at = path.join(folder, "package.json");
    if (!fs.existsSync(at)) continue;
    const { dependencies, devDependencies, engines } = JSON.parse(fs.readFileSync(at, "utf8"));
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...engines })) names.add(name);
  }
  return names;
}
