// Where no agent has a terminal, the prompt goes into VS Code's own chat by one more click, and is not sent there.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function chat(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:2", "-m", "about two");
  const on = await t.server({ extraSettings: { "chat.disableAIFeatures": false } });
  const page = await t.open(project.folder, { on });
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about two").waitFor();
  await ui.command(page, "Consider: Send to Agent");
  await ui.toast(page, "The prompt was copied to the clipboard", "Open in Chat");
  const input = page.locator(".interactive-session .chat-input-container .view-lines").last();
  await input.waitFor();
  const words = async () => (await input.innerText()).replace(/\s/g, "");
  await until("the prompt is in the chat", async () =>
    /^Ileftreviewthreads.*reply<id>-m"\.\.\."`\.$/.test(await words()),
  );
  assert.equal(await page.locator(".interactive-session .interactive-request").count(), 0, "it is not sent");
  await t.shot(page, "chat");
}
