import "./main.css";
import "../colours/main";
import "../markdown/main";
import { carryBy } from "../shared/api";
import { entered } from "../shared/entered";
import { follow } from "../shared/follow";
import { Extension, inVSCode } from "../shared/host";
import { Page } from "./page";

if (inVSCode()) begin();
else void entered().then(browse);

/** In a view of VS Code, requests are messages to the extension, which answers them. */
function begin(): void {
  const extension = new Extension();
  carryBy((method, path, body) => extension.ask({ type: "request", method, path, body }));
  const page = new Page(document.body.dataset["plan"] ?? "");
  extension.listen({ changed: () => void page.again() });
  void page.start();
}

async function browse(): Promise<void> {
  const page = new Page(/^\/plan\/(p_[0-9a-f]+)$/.exec(location.pathname)?.[1] ?? "");
  await page.start();
  await follow("/api/events", {
    open: () => page.back(),
    event: (name) => (name === "change" ? page.load() : undefined),
    gone: () => page.gone(),
  });
}
