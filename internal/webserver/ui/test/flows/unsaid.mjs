// The page says what a diff leaves out, and how a file's bytes were read: nested repositories, a missing git,
// encodings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { plain, Project } from "../lib.mjs";

const japanese = (n) => Buffer.from([0x82, 0xa0, 0x82, 0xa9, ...Array(n).fill([0x82, 0xa2]).flat(), 0x0a]); // あかい…
const chinese = (n) => Buffer.from([0xc8, 0xab, 0xd6, 0xd0, ...Array(n).fill([0xce, 0xc4]).flat(), 0x0a]); // 全中文…
const kanji = (n) => Buffer.from([0x90, 0xdd, 0x92, 0xe8, ...Array(n).fill([0x92, 0x6c]).flat(), 0x0a]); // 設定値…
const wide = (text) => Buffer.from(text, "utf16le");
const french = (text) => Buffer.from(`${text}\n`, "latin1");

export default async function (t, ui) {
  const p = new Project({
    ".gitattributes": "*.sj working-tree-encoding=SHIFT_JIS\n*.own working-tree-encoding=EUC-JP\n",
    "converted.sj": japanese(1),
    "sjis.txt": japanese(1),
    "kanji.txt": kanji(1),
    "gb.txt": chinese(1),
    "latin.txt": french("déjà vu"),
    "wide.txt": wide("\ufeffone\r\nzwei\r\n"),
    "unmarked.txt": wide("one\r\nzwei\r\n"),
    "saved.txt": wide("\ufeffone\r\nzwei\r\n"),
  });
  p.write("converted.sj", japanese(2));
  p.write("sjis.txt", japanese(2));
  p.write("kanji.txt", kanji(2));
  p.write("gb.txt", chinese(2));
  p.write("latin.txt", french("déjà vu à l’école".replace("’", "'")));
  p.write("wide.txt", wide("\ufeffone\r\nzwei Größe\r\n"));
  p.write("unmarked.txt", wide("one\r\nzwei Größe\r\n"));
  p.write("saved.txt", "one\r\nzwei Größe\r\n");
  const nested = new Project({ "inner.txt": "inside\n" });
  fs.cpSync(nested.folder, p.path("vendored"), { recursive: true });

  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await page.locator(".bar", { hasText: "vendored/ is a separate repository and not part of this review." }).waitFor();
  const added = (name) => ui.file(page, name).locator(".d2h-ins .d2h-code-line-ctn").first();
  const reads = (name, text) =>
    ui.until(`${name} reads ${text}`, async () => (await added(name).innerText()).trim() === text);
  const choice = (name) => ui.file(page, name).locator(".encoding select");
  await reads("sjis.txt", "あかいい");
  assert.equal(await choice("sjis.txt").inputValue(), "shift_jis");
  await reads("kanji.txt", "設定値値");
  assert.equal(await choice("kanji.txt").inputValue(), "shift_jis");
  await reads("gb.txt", "全中文文");
  assert.equal(await choice("gb.txt").inputValue(), "gb18030");
  await reads("latin.txt", "déjà vu à l'école");
  assert.equal(await choice("latin.txt").inputValue(), "windows-1252");
  await reads("converted.sj", "あかいい");
  assert.equal(
    await choice("converted.sj").locator("option").first().innerText(),
    "shift_jis (from working-tree-encoding)",
  );
  await choice("gb.txt").selectOption("windows-1252");
  await reads("gb.txt", "È«ÖÐÎÄÎÄ");
  await choice("gb.txt").selectOption("gb18030");
  await reads("gb.txt", "全中文文");
  await t.shot(page, "encodings");

  // UTF-16: with a byte order mark, lines can have comments; without one, only the file.
  const first = (name) => choice(name).locator("option").first().innerText();
  await reads("wide.txt", "zwei Größe");
  assert.equal(await first("wide.txt"), "utf-16le (from its byte order mark)");
  await choice("wide.txt").selectOption("windows-1252");
  await ui.until("it is read as other text", async () => !(await added("wide.txt").innerText()).includes("zwei"));
  await choice("wide.txt").selectOption("utf-16le");
  await reads("wide.txt", "zwei Größe");
  await ui.comment(page, "wide.txt", 2, "on a line of UTF-16");
  await ui.below(page, "wide.txt", 2, "on a line of UTF-16");
  await reads("unmarked.txt", "zwei Größe");
  assert.equal(await first("unmarked.txt"), "utf-16le (guessed)");
  await ui.file(page, "unmarked.txt").locator(".encoding", { hasText: "you can comment on the file" }).waitFor();
  await ui.number(page, "unmarked.txt", 2).click({ position: { x: 10, y: 8 } });
  await ui.file(page, "unmarked.txt").locator(".file-top .form").waitFor();
  await page.keyboard.press("Escape");
  await ui.form(page).waitFor({ state: "detached" });
  await reads("saved.txt", "zwei Größe");
  await ui.file(page, "saved.txt").locator(".encoding", { hasText: "Encoding: UTF-16LE → UTF-8." }).waitFor();
  await t.shot(page, "utf-16");

  // Bytes that were committed before the project declared their encoding.
  p.write("late.own", Buffer.from([0xa4, 0xa2, 0x0a]));
  p.gitWith({}, "-c", "core.attributesFile=/dev/null", "hash-object", "-w", "--no-filters", "late.own");
  const blob = p.git("hash-object", "--no-filters", "late.own").trim();
  p.git("update-index", "--add", "--cacheinfo", `100644,${blob},late.own`);
  const staged = await t.open(await t.serve(p, "--staged"));
  await ui.ready(staged);
  const late = ui.file(staged, "late.own");
  await late
    .locator(".encoding option", { hasText: "euc-jp (from working-tree-encoding)" })
    .waitFor({ state: "attached" });
  await ui.until(
    "it reads あ",
    async () => (await late.locator(".d2h-ins .d2h-code-line-ctn").first().innerText()).trim() === "あ",
  );

  // Without git, the page says what is missing because only git can tell it.
  const away = new Project({ "old.txt": Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join("") });
  away.write("new.txt", `${away.read("old.txt")}one more\n`);
  away.remove("old.txt");
  const bin = fs.mkdtempSync(path.join(away.folder, "../no-git-"));
  const was = plain.PATH;
  plain.PATH = bin;
  let server;
  try {
    server = await t.serve(away);
  } finally {
    plain.PATH = was;
  }
  assert.throws(() => execFileSync("git", ["--version"], { env: { PATH: bin }, stdio: "ignore" }));
  const lacking = await t.open(server);
  await ui.ready(lacking);
  await lacking.locator(".bar", { hasText: "renames are not detected" }).waitFor();
  await t.shot(lacking, "no-git");
}
