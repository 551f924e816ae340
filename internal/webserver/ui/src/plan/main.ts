import "./main.css";
import "../markdown/main";
import { events, send } from "../shared/api";
import { entered } from "../shared/entered";
import { inVSCode } from "../shared/host";
import { Page } from "./page";
import { begin } from "./vscode";

const silence = 5000; // ms without a message, the server's pings included
const pause = 1000; // between two attempts

if (inVSCode()) begin();
else void entered().then(browse);

async function browse(): Promise<void> {
  const page = new Page(/^\/plan\/(p_[0-9a-f]+)$/.exec(location.pathname)?.[1] ?? "");
  await page.start();
  for (;;) {
    await follow(page);
    page.gone();
    await new Promise((go) => setTimeout(go, pause));
  }
}

/** Follows the events until the server ends, or is silent for too long. */
async function follow(page: Page): Promise<void> {
  const gone = new AbortController();
  const end = () => gone.abort();
  let timer = setTimeout(end, silence);
  try {
    const response = await send("GET", "/api/events", undefined, gone.signal);
    if (!response.ok) return;
    for await (const note of events(response)) {
      clearTimeout(timer);
      timer = setTimeout(end, silence);
      if (note.name === "change") await page.load();
    }
  } catch {
    // the page reports it
  } finally {
    clearTimeout(timer);
  }
}
