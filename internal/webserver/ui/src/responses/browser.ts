/** The page as a tab of a browser: it asks the server, which reports changes in its stream of events. */
import { verb, words } from "../shared/api";
import { copyText, quiet } from "../shared/dom";
import { follow } from "../shared/follow";
import type { Host, Settings } from "./host";

const place = "consider.response";
const setting = "consider.autoCopy";

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
    void follow("/api/events?responses", {
      open: () => {
        for (const listener of this.reached) listener(true);
        this.tell();
      },
      event: (name) => {
        if (name === "change" || name === "responses") this.tell();
      },
      gone: () => {
        for (const listener of this.reached) listener(false);
      },
    });
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
}
