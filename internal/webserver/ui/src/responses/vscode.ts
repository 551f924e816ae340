/** The page as a view of VS Code: it talks to the extension in messages. */
import { carryBy } from "../shared/api";
import { Extension } from "../shared/host";
import type { Host, HostEvents } from "./host";

export class VSCodeHost implements Host {
  autoCopy = true;
  readonly roomy = false;
  private readonly extension = new Extension();
  readonly place = this.extension.api.getState()?.place ?? "";

  /** The extension waits for "ready": a message to a page whose script does not run yet is lost. */
  start(page: HostEvents): void {
    carryBy((_, path, input) => this.extension.ask({ type: "call", verb: verbOf(path), input }));
    this.extension.listen({
      changed: () => page.changed(),
      settings: ({ settings }: { settings: { autoCopy: boolean } }) => {
        this.autoCopy = settings.autoCopy;
        page.settings();
      },
      reach: ({ reached }: { reached: boolean }) => page.reach(reached),
    });
    this.extension.api.postMessage({ type: "ready" });
  }

  async copy(text: string): Promise<boolean> {
    return (await this.extension.ask({ type: "copy", text })) === true;
  }

  setAutoCopy(yes: boolean): void {
    this.autoCopy = yes;
    this.extension.api.postMessage({ type: "settings", settings: { autoCopy: yes } });
  }

  keep(place: string): void {
    this.extension.api.setState({ place });
  }
}

/** The verb that a path of the server stands for. */
const verbOf = (path: string): string => path.replace("/api/", "").replaceAll("/", " ");
