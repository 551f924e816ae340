/** The host of a page: a browser, or VS Code with the extension that answers it there. */

export const inVSCode = (): boolean => document.body.classList.contains("in-vscode");

interface Api {
  postMessage(message: unknown): void;
  getState(): { place?: string } | undefined;
  setState(state: { place: string }): void;
}

declare global {
  function acquireVsCodeApi(): Api;
}

interface Answer {
  id: number;
  data?: unknown;
  error?: string;
}

/** The extension, which talks with its page in messages. */
export class Extension {
  readonly api = acquireVsCodeApi();
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private last = 0;

  constructor() {
    takeTheme();
    new MutationObserver(takeTheme).observe(document.body, { attributeFilter: ["class"] });
  }

  /** Calls the handler of the type of each message. Answers go to those who asked. */
  listen(handlers: Record<string, (message: never) => void>): void {
    const all: typeof handlers = { ...handlers, answer: (answer: Answer) => this.waiting.get(answer.id)?.(answer) };
    addEventListener("message", ({ data }: MessageEvent<{ type: string }>) => all[data.type]?.(data as never));
  }

  /** Sends a message that is answered; rejects with the message of a refusal. */
  ask(message: object): Promise<unknown> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ data, error }) => {
        this.waiting.delete(id);
        if (error === undefined) resolve(data);
        else reject(new Error(error));
      });
      this.api.postMessage({ ...message, id });
    });
  }
}

/** The pages have two themes; VS Code's classes decide which one is used. */
function takeTheme(): void {
  const { classList } = document.body;
  const light = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
  document.documentElement.setAttribute("data-theme", light ? "light" : "dark");
}
