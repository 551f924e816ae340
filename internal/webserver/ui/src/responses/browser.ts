/** The page as a tab of a browser: it asks the server, which reports changes in its stream of events. */
import { events, send, verb, words } from "../shared/api";
import { copyText, quiet } from "../shared/dom";
import type { Host, Settings } from "./host";

const place = "consider.response";
const setting = "consider.autoCopy";
const silence = 5000; // ms without a message, the server's pings included
const pause = 1000; // between two attempts

export class BrowserHost implements Host {
  settings: Settings = { autoCopy: localStorage.getItem(setting) !== "no" };
  readonly roomy = true;
  place = sessionStorage.getItem(place) ?? "";
  private readonly changed: (() => void)[] = [];
  private readonly reached: ((reached: boolean) => void)[] = [];
  private readonly set_: (() => void)[] = [];
  private readonly tell = quiet(20, () => {
    for (const listener of this.changed) listener();
  });

  start(): void {
    this.tell();
    void this.listen();
  }

  async call<T>(name: string, input: object): Promise<T> {
    try {
      return await verb<T>(name, input);
    } catch (error) {
      throw new Error(words(error), { cause: error });
    }
  }

  copy(text: string): Promise<boolean> {
    return copyText(text);
  }

  set(settings: Settings): void {
    this.settings = settings;
    localStorage.setItem(setting, settings.autoCopy ? "yes" : "no");
    for (const listener of this.set_) listener();
  }

  keep(id: string): void {
    this.place = id;
    sessionStorage.setItem(place, id);
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

  /** A stream that ends or is silent is opened again; everything may have changed by then. */
  private async listen(): Promise<never> {
    for (;;) {
      const gone = new AbortController();
      let timer = setTimeout(() => {
        gone.abort();
      }, silence);
      try {
        const response = await send("GET", "/api/events?responses", undefined, gone.signal);
        if (!response.ok) throw new Error(`the server returned status ${response.status}`);
        for (const listener of this.reached) listener(true);
        this.tell();
        for await (const note of events(response)) {
          clearTimeout(timer);
          timer = setTimeout(() => {
            gone.abort();
          }, silence);
          if (note.name === "change" || note.name === "responses") this.tell();
        }
      } catch {
        // reported below
      }
      clearTimeout(timer);
      for (const listener of this.reached) listener(false);
      await new Promise((go) => setTimeout(go, pause));
    }
  }
}
