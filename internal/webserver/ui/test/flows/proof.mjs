// Below an agent's claim stands what was changed for it, and an empty claim is visible.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const code = "function price(cents) {\n  if (cents > 0) {\n    return cents;\n  }\n  return 0;\n}\n";

export default async function (t, ui) {
  const p = new Project({ "price.js": code, "notes.txt": "one\n" });
  p.write("notes.txt", "two\n");
  const { id } = p.consider("add", "price.js:2", "-m", "What about 0?").thread;
  const agent = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "one" };
  p.run(agent, ["show", id]);
  p.run(agent, ["reply", id, "--outcome", "addressed", "-m", "Fixed."]);
  p.write("price.js", code.replace("cents > 0", "cents  >  0"));
  p.run(agent, ["reply", id, "--outcome", "addressed", "-m", "Fixed again."]);
  p.write("price.js", code.replace("cents > 0", "cents >= 0"));
  p.write("notes.txt", "three\n");
  p.run(agent, ["reply", id, "--outcome", "addressed", "-m", "Fixed now."]);

  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.settled(page);
  const said = (words) => page.locator(`#t-${id} .said`, { hasText: words }).last();
  await said("Fixed.").getByText("Nothing changed since your message").waitFor();
  await said("Fixed again.").getByText("Only spacing changed").waitFor();
  const proof = said("Fixed now.").locator("details.proof");
  await proof.getByText("Changed here").click();
  await proof.locator(".mini-diff .ins", { hasText: "cents >= 0" }).waitFor();
  assert.match(await proof.innerText(), /1 other change, without a sign/);
  await ui.accessible(page, "the evidence");
  await t.shot(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await ui.accessible(page, "the evidence, dark");
  await t.shot(page, "dark");
}
