/** Images in comments: pasted or dropped into a form, stored by the server, and drawn only from stored bytes. */
import { ask, Refused, words } from "../shared/api";
import { openDialog } from "../shared/dialog";
import { button, h } from "../shared/dom";
import { shown } from "../shared/odd";
import { once } from "../shared/once";

const types = ["image/png", "image/jpeg", "image/gif", "image/webp"];
export const accepted = types.join();
const most = 1 << 20; // bytes that the server accepts

/** The images among the pasted or dropped data. */
export function imagesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((f) => f.type.startsWith("image/"));
}

/** Stores an image, and returns the Markdown that shows it. */
export async function keep(file: File): Promise<string> {
  if (!types.includes(file.type)) throw new Error(`${file.name} is not a PNG, JPEG, GIF or WebP`);
  const blob = file.size > most ? await smaller(file) : file;
  const { id } = await ask<{ id: string }>("POST", "/api/image", { data: await base64(blob) });
  const name = file.name
    .replace(/\.[A-Za-z]+$/, "")
    .replace(/[^\p{L}\p{N}_.-]+/gu, " ")
    .trim();
  return `![${name.slice(0, 80) || "image"}](consider:${id})`;
}

/** Scales a large screenshot down until it is small enough. */
async function smaller(file: File): Promise<Blob> {
  if (file.type === "image/gif") throw new Error(`${file.name} is larger than 1 MiB`);
  const bitmap = await createImageBitmap(file);
  for (const scale of [1, 0.7, 0.5, 0.35, 0.25]) {
    const canvas = h("canvas", {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.85));
    if (blob && blob.size <= most) return blob;
  }
  throw new Error(`${file.name} is larger than 1 MiB`);
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

const known = new Map<string, Promise<string>>();

function addressOf(id: string): Promise<string> {
  const asked = () => ask<{ type: string; data: string }>("GET", `/api/image/${id}`);
  return once(known, id, () => asked().then(({ type, data }) => `data:${type};base64,${data}`));
}

/** Draws the images of a message. An image that the store does not have is replaced by its name and the reason. */
export function drawImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>("img[data-image]")) {
    const failed = (why: string) =>
      image.replaceWith(h("span", { class: "no-image" }, `${image.alt || "Image"}: ${why}`));
    image.addEventListener("error", () => failed("the browser cannot display it"));
    addressOf(image.dataset["image"] ?? "").then(
      (address) => {
        image.src = address;
        if (image.closest("a")) return;
        // A click shows a large image in full size.
        const label = `Show at full size: ${image.alt || "image"}`;
        const full = () => h("img", { src: address, alt: image.alt });
        const open = () => openDialog(shown(image.alt || "Image"), "full-image", full());
        const it = button("", open, { class: "image", "aria-label": label });
        image.replaceWith(it);
        it.append(image);
      },
      (error: unknown) => {
        const gone = error instanceof Refused && error.failure.kind === "not_found";
        failed(gone ? "image not found" : words(error));
      },
    );
  }
}
