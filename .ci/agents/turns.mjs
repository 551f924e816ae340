// What an agent changes is in the report on its turn, with the one who changed it: by sed and Python in its shell, by its own tool
// that writes files, and meanwhile by a person, who types between two of its steps and whose line it undoes.
import fs from "node:fs";
import path from "node:path";

// writes are the agents whose tool writes a file that a call names. Codex has only patches.
const writes = ["claude", "opencode", "gemini", "copilot"];

export async function turns({ id, agent, project, turn, check, until }) {
  const p = project();
  const thread = p.add("rename Login");
  p.run(p.consider, "setup", id, "--hooks", "mid-turn", "--allow", "--yes", "--as", "human");
  const auth = path.join(p.dir, "auth.go");
  const log = path.join(p.dir, ".consider/run/turns/main.jsonl");
  const typed = path.join(path.dirname(p.dir), "typed");
  const events = () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "");
  const code = fs.readFileSync(auth, "utf8");
  void until(() => fs.existsSync(path.join(p.dir, "made.py")) && events().split('"after"').length > 3, 90).then(() => {
    fs.appendFileSync(auth, "// the person's\n");
    fs.writeFileSync(path.join(p.dir, "notes.txt"), "the person's\n");
    fs.writeFileSync(typed, "");
  });
  const program = ".consider/bin/consider-cli";
  const steps = [
    `${program} show ${thread}`,
    "sed -i s/Login/SignIn/ auth.go",
    "python3 -c 'open(chr(109)+chr(97)+chr(100)+chr(101)+chr(46)+chr(112)+chr(121),chr(119)).write(chr(49))'",
    `after:${typed} sed -i /person/d auth.go`,
    ...(writes.includes(id) ? [`write:${path.join(p.dir, "written.txt")}=text`] : []),
    `${program} reply ${thread} -m done --outcome addressed`,
  ];
  const one = await turn(agent, p, `RUN: ${steps.join(" THEN ")}`, { more: id === "claude" ? ["--permission-mode", "acceptEdits"] : [] });
  await until(() => events().includes('"found"'), 20);
  const out = (() => {
    try {
      return JSON.parse(p.run(p.consider, "turn", "--json", "--as", "human")).data;
    } catch (error) {
      return { files: [], undone: [], failed: String(error) };
    }
  })();
  const by = (file) => out.files.find((each) => each.path === file)?.by;
  const otherwise = `${JSON.stringify(out)}\n${events()}\n${one.said}`;
  check(`${id}: its turn began and ended`, out.started && out.ended && out.agent === agent.name, otherwise);
  check(`${id}: a file that its command made is its own`, by("made.py") === "command", otherwise);
  if (writes.includes(id)) check(`${id}: a file that its tool wrote is its own`, by("written.txt") === "tools", otherwise);
  check(`${id}: a file that the person made between its steps is not its own`, by("notes.txt") === "unseen", otherwise);
  check(`${id}: a file of both is by several, and was changed for the thread`, by("auth.go") === "several" && out.files.find((each) => each.path === "auth.go").threads?.[0] === thread, otherwise);
  check(`${id}: the person's line that it undid is reported`, out.undone.length === 1 && out.undone[0].lines === 1, otherwise);
  const status = p.run("git", "status", "--porcelain").split("\n").map((line) => line.slice(3)).filter((name) => name && !/^\.|^opencode|^AGENTS/.test(name)).sort();
  check(`${id}: every file that git lists is in the report`, status.every((name) => by(name)), `${status} ${otherwise}`);
  check(`${id}: the code was changed as asked`, fs.readFileSync(auth, "utf8") === code.replace("Login", "SignIn"), otherwise);
}
