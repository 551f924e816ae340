/** The bar that offers to restore the changes that only the backup has, for instance after the store was deleted. */
import { Refused } from "../shared/api";
import { button, fill, h, plural } from "../shared/dom";
import { refocus } from "./focus";
import { failed, toast } from "./say";
import { on } from "./state";
import { change } from "./threads";
import type { BackupAhead } from "./types";

export class BackupBar {
  readonly element = h("div", { class: "bar", role: "alert", hidden: true });
  private readonly text = h("span");
  private readonly go = button("Restore", () => this.restore(), { class: "primary" });

  constructor() {
    const close = button("×", () => (this.element.hidden = true), { class: "link", "aria-label": "Close" });
    fill(this.element, this.text, h("span", { class: "grow" }), this.go, close);
    on("backup", (ahead) => ahead && this.offer(ahead));
  }

  private offer({ changes, last }: BackupAhead): void {
    const when = new Date(last).toLocaleString();
    this.text.textContent = `The backup is ${plural(changes, "change")} ahead of this project (last: ${when}).`;
    this.element.hidden = false;
  }

  private async restore(): Promise<void> {
    this.go.disabled = true;
    try {
      await change("fsck", { restore: true });
      this.element.hidden = true;
      toast("Restored the backup.");
    } catch (error) {
      failed("Could not restore the backup", error);
      // Another tab may have restored it, or the store came back.
      this.element.hidden = error instanceof Refused && error.failure.kind === "not_found";
    }
    this.go.disabled = false;
    refocus(this.go);
  }
}
