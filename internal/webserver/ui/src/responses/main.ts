import "./main.css";
import "../markdown/main";
import { entered } from "../shared/entered";
import { inVSCode } from "../shared/host";
import { applyTheme } from "../shared/prefs";
import { BrowserHost } from "./browser";
import { Page } from "./page";
import { VSCodeHost } from "./vscode";

if (inVSCode()) new Page(new VSCodeHost()).start();
else {
  void entered().then(() => {
    applyTheme();
    new Page(new BrowserHost()).start();
  });
}
