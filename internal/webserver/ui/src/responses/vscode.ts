/** The page as a view of VS Code: it talks to the extension in messages. */
import type { Host, Settings } from "./host";

interface Api {
  postMessage(message: unknown): void;
  getState(): { place?: string } | undefined;
  setState(state: { place: string }): void;
}

declare global {
  function acquireVsCodeApi(): Api;
}

type Incoming =
  | { type: "changed" }
  | { type: "settings"; settings: Settings }
  | { type: "reach"; reached: boolean }
  | { type: "answer"; id: number; data?: unknown; error?: string };

export function inVSCode(): boolean {
  return typeof (globalThis as { acquireVsCodeApi?: unknown }).acquireVsCodeApi === "function";
}

export class VSCodeHost implements Host {
  settings: Settings = { autoCopy: true };
  readonly roomy = false;
  place: string;
  private readonly api = acquireVsCodeApi();
  private readonly waiting = new Map<number, { resolve: (data: unknown) => void; reject: (error: Error) => void }>();
  private readonly changed: (() => void)[] = [];
  private readonly reached: ((reached: boolean) => void)[] = [];
  private readonly set_: (() => void)[] = [];
  private last = 0;

  constructor() {
    this.place = this.api.getState()?.place ?? "";
    addEventListener("message", (e: MessageEvent<Incoming>) => {
      this.take(e.data);
    });
  }

  /** The extension waits for this: a message to a page whose script does not run yet is lost. */
  ready(): void {
    this.api.postMessage({ type: "ready" });
  }

  call<T>(verb: string, input: object): Promise<T> {
    return this.ask({ type: "call", verb, input }) as Promise<T>;
  }

  async copy(text: string): Promise<boolean> {
    return (await this.ask({ type: "copy", text })) === true;
  }

  set(settings: Settings): void {
    this.settings = settings;
    this.api.postMessage({ type: "settings", settings });
  }

  keep(place: string): void {
    this.place = place;
    this.api.setState({ place });
  }

  onChange(listener: () => void): void {
    this.changed.push(listener);
  }
  onReach(listener: (reached: boolean) => void): void {
    this.reached.push(listener);
  }
  onSettings(listener: () => void): void {
    this.set_.push(listener);
  }

  private ask(message: object): Promise<unknown> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.api.postMessage({ ...message, id });
    });
  }

  private take(message: Incoming): void {
    switch (message.type) {
      case "changed":
        for (const listener of this.changed) listener();
        break;
      case "settings":
        this.settings = message.settings;
        for (const listener of this.set_) listener();
        break;
      case "reach":
        for (const listener of this.reached) listener(message.reached);
        break;
      case "answer": {
        const who = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.error === undefined) who?.resolve(message.data);
        else who?.reject(new Error(message.error));
      }
    }
  }
}
