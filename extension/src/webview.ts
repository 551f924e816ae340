/** Fills a webview with a page: one of the browser's, or that of setup. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { page } from "./responsesPage";

/** Shows the page of that name, and takes each message that is understood. Returns how to end that. */
export function fill<T>(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { name, ...words }: { name: string; title: string; plan?: string },
  understood: (message: unknown) => T | undefined,
  take: (message: T) => Promise<void>,
): vscode.Disposable {
  const built = vscode.Uri.joinPath(extension, "dist");
  const address = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(built, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [built] };
  const listener = webview.onDidReceiveMessage((message: unknown) => {
    const m = understood(message);
    if (m) void take(m);
  });
  const sources = { script: address(`${name}.js`), style: address(`${name}.css`), from: webview.cspSource };
  webview.html = page({ ...words, ...sources, nonce: randomBytes(16).toString("base64url") });
  return listener;
}
