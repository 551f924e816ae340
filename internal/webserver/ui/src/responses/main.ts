import "./main.css";
import { enter } from "../shared/door";
import { h } from "../shared/dom";
import { BrowserHost } from "./browser";
import { Page } from "./page";
import { inVSCode, VSCodeHost } from "./vscode";

if (inVSCode()) {
  document.body.classList.add("in-vscode");
  const host = new VSCodeHost();
  new Page(host).start();
  host.ready();
} else {
  void enter().then(() => {
    const host = new BrowserHost();
    new Page(host).start();
    document.querySelector("header")?.append(h("a", { class: "review", href: "/review" }, "Review"));
    host.start();
  });
}
