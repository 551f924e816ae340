/** The page as a tab of a browser: it asks the server, which reports changes in its stream of events. */
import { verb } from "../shared/api";
import { copyText, quiet } from "../shared/dom";
import { follow } from "../shared/follow";
import type { Host, Settings, HostEvents } from "./host";

const place = "consider.response";
const setting = "consider.autoCopy";

export class BrowserHost implements Host {
  settings: Settings = { autoCopy: localStorage.getItem(setting) !== "no" };
  readonly roomy = true;
  place = sessionStorage.getItem(place) ?? "";
  private page: HostEvents | undefined;

  start(page: HostEvents): void {
    this.page = page;
    const tell = quiet(20, () => page.changed());
    tell();
    void follow("/api/events?responses", {
      open: () => {
        page.reach(true);
        tell();
      },
      event: (name) => {
        if (name === "change" || name === "responses") tell();
      },
      gone: () => page.reach(false),
    });
  }

  call<T>(name: string, input: object): Promise<T> {
    return verb<T>(name, input);
  }

  copy(text: string): Promise<boolean> {
    return copyText(text);
  }

  set(settings: Settings): void {
    this.settings = settings;
    localStorage.setItem(setting, settings.autoCopy ? "yes" : "no");
    this.page?.settings();
  }

  keep(id: string): void {
    this.place = id;
    sessionStorage.setItem(place, id);
  }
}
