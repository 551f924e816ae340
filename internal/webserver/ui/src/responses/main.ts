import "./main.css";
import "../markdown/main";
import { entered } from "../shared/entered";
import { inVSCode } from "../shared/host";
import { BrowserHost } from "./browser";
import { Page } from "./page";
import { VSCodeHost } from "./vscode";

if (inVSCode()) new Page(new VSCodeHost()).start();
else {
  void entered().then(() => {
    new Page(new BrowserHost()).start();
  });
}
