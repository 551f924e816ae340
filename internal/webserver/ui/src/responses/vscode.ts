/** The page as a view of VS Code: it talks to the extension in messages. */
import { Extension } from "../shared/host";
import type { Host, Settings, HostEvents } from "./host";

export class VSCodeHost implements Host {
  settings: Settings = { autoCopy: true };
  readonly roomy = false;
  private readonly extension = new Extension();
  place = this.extension.api.getState()?.place ?? "";

  /** The extension waits for "ready": a message to a page whose script does not run yet is lost. */
  start(page: HostEvents): void {
    this.extension.listen({
      changed: () => page.changed(),
      settings: ({ settings }: { settings: Settings }) => {
        this.settings = settings;
        page.settings();
      },
      reach: ({ reached }: { reached: boolean }) => page.reach(reached),
    });
    this.extension.api.postMessage({ type: "ready" });
  }

  call<T>(verb: string, input: object): Promise<T> {
    return this.extension.ask({ type: "call", verb, input }) as Promise<T>;
  }

  async copy(text: string): Promise<boolean> {
    return (await this.extension.ask({ type: "copy", text })) === true;
  }

  set(settings: Settings): void {
    this.settings = settings;
    this.extension.api.postMessage({ type: "settings", settings });
  }

  keep(place: string): void {
    this.place = place;
    this.extension.api.setState({ place });
  }
}
