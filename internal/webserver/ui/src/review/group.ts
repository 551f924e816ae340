/** Some consecutive files. Far from the screen they are one empty box of the same height. */
import { arrange, h } from "../shared/dom";
import type { FileView } from "./fileview";
import { guessLines } from "./guess";
import { state } from "./state";
import type { ChangedFile } from "./types";

export const groupSize = 20; // files
export const headHeight = 60; // px of a file's head, and between two files

export class Group {
  /** Made when they are first needed. */
  views: FileView[] = [];
  /** Whether its files are on the page. */
  there = false;

  /** With the box of a group of the last diff, files that stay are not moved. */
  constructor(
    readonly files: ChangedFile[],
    readonly box = h("div", { class: "file-group" }),
  ) {
    this.guess();
  }

  /** The estimated height of files that were never on the page. */
  guess(): void {
    if (this.there) return;
    const height = (f: ChangedFile) => headHeight + (state.viewed.has(f.hash) ? 0 : guessLines(f));
    this.box.style.height = `${this.files.reduce((sum, f) => sum + height(f), 0)}px`;
  }

  attach(): void {
    this.there = true;
    const sections = this.views.map((v) => v.section);
    arrange(this.box, sections);
    this.box.style.height = "";
  }

  /** Takes its files off the page, unless they have to stay because of an open form or the focus. */
  detach(height: number): void {
    if (!this.there || this.box.contains(document.activeElement) || this.box.querySelector(".editor")) return;
    this.there = false;
    this.box.style.height = `${height}px`;
    this.box.replaceChildren();
  }
}
