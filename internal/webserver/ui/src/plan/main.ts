import "./main.css";
import "../colours/main";
import "../markdown/main";
import { entered } from "../shared/entered";
import { follow } from "../shared/follow";
import { inVSCode } from "../shared/host";
import { Page } from "./page";
import { begin } from "./vscode";

if (inVSCode()) begin();
else void entered().then(browse);

async function browse(): Promise<void> {
  const page = new Page(/^\/plan\/(p_[0-9a-f]+)$/.exec(location.pathname)?.[1] ?? "");
  await page.start();
  await follow("/api/events", {
    open: () => page.back(),
    event: (name) => (name === "change" ? page.load() : undefined),
    gone: () => page.gone(),
  });
}
