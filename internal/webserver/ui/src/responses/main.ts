import "./main.css";
import "../markdown/main";
import { entered } from "../shared/entered";
import { BrowserHost } from "./browser";
import { frame } from "./frame";
import { Page } from "./page";
import { inVSCode, VSCodeHost } from "./vscode";

if (inVSCode()) {
  document.body.classList.add("in-vscode");
  const host = new VSCodeHost();
  new Page(host).start();
  host.ready();
} else {
  void entered().then(() => {
    const host = new BrowserHost();
    new Page(host).start();
    frame();
    host.start();
  });
}
