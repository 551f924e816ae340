/** Pictures, before and after side by side. An SVG is drawn as an image, in which no script runs, next to its text. */
import { words } from "../shared/api";
import { h } from "../shared/dom";
import { fetchPicture } from "./load";
import { shown } from "./text";
import type { ChangedFile, Side } from "./types";

const ends = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

export function isPicture(f: ChangedFile): boolean {
  return ends.test(f.path) && !f.submodule && !f.unread && f.newMode !== "120000";
}

/** Both sides; a side without the file is omitted. */
export function pictures(f: ChangedFile): HTMLElement {
  const box = h("div", { class: "pictures" });
  const sides: [Side, string][] = [];
  if (f.status !== "A") sides.push(["old", "Before"]);
  if (f.status !== "D") sides.push(["new", "After"]);
  for (const [side, word] of sides) {
    const image = h("img", { alt: `${word}: ${shown(f.path)}` });
    const said = h("figcaption", { class: "muted" }, word);
    box.append(h("figure", {}, said, image));
    image.addEventListener("load", () => {
      const { naturalWidth, naturalHeight } = image;
      if (naturalWidth > 0) said.textContent = `${word}: ${naturalWidth} × ${naturalHeight} px`;
    });
    image.addEventListener("error", () => {
      said.textContent = `${word}: the browser cannot display it`;
      image.hidden = true;
    });
    void fetchPicture(f, side).then(
      ({ type, data }) => {
        if (type === "") said.textContent = `${word}: no image`;
        else image.src = `data:${type};base64,${data}`;
      },
      (error: unknown) => {
        said.textContent = `${word}: ${words(error)}`;
      },
    );
  }
  return box;
}
