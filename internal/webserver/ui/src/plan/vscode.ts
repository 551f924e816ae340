/** The page as a view of VS Code: requests are messages to the extension, which answers them. */
import { carryBy } from "../shared/api";
import { Page } from "./page";

type Incoming = { type: "changed" } | { type: "answer"; id: number; data?: unknown; error?: string };

export function begin(): void {
  const api = acquireVsCodeApi();
  const waiting = new Map<number, { resolve: (data: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  carryBy((method, path, body) => {
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      api.postMessage({ type: "request", id, method, path, body });
    });
  });
  takeTheme();
  new MutationObserver(takeTheme).observe(document.body, { attributeFilter: ["class"] });
  const page = new Page(document.body.dataset["plan"] ?? "");
  addEventListener("message", ({ data }: MessageEvent<Incoming>) => {
    if (data.type === "changed") {
      void page.again();
      return;
    }
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) who?.resolve(data.data);
    else who?.reject(new Error(data.error));
  });
  void page.start();
}

/** The page has two themes; VS Code's classes decide which one is used. */
function takeTheme(): void {
  const { classList } = document.body;
  const light = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
  document.documentElement.setAttribute("data-theme", light ? "light" : "dark");
}
