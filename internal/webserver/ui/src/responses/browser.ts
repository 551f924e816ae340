/** The page as a tab of a browser: it asks the server, which reports changes in its stream of events. */
import { copyText, quiet } from "../shared/dom";
import { follow } from "../shared/follow";
import { keepText, keptText } from "../shared/kept";
import type { Host, HostEvents } from "./host";

const place = "consider.response";
const setting = "consider.autoCopy";

export class BrowserHost implements Host {
  autoCopy = keptText("localStorage", setting) !== "no";
  readonly roomy = true;
  readonly place = keptText("sessionStorage", place) ?? "";
  readonly copy = copyText;

  start(page: HostEvents): void {
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

  setAutoCopy(yes: boolean): void {
    this.autoCopy = yes;
    keepText("localStorage", setting, yes ? "yes" : "no");
  }

  keep(id: string): void {
    keepText("sessionStorage", place, id);
  }
}
