/** Paths of a project: `/`-separated and relative to its root on the wire, absolute in the editor. */
import * as path from "node:path";

/**
 * The project's root as the editor spells it. The back end resolves links, the editor does not: with the folder
 * opened through a link, its documents would not lie below the root that the back end names.
 */
export function spelledRoot(root: string, folder: string, realFolder: string): string {
  const below = path.relative(root, realFolder);
  if (below.startsWith("..") || path.isAbsolute(below)) return root;
  if (below === "") return folder;
  return folder.endsWith(path.sep + below) ? folder.slice(0, -below.length - 1) : root;
}

/** The file as the wire names it; undefined when it is not in the project, or is git's or the store's own. */
export function toWire(root: string, absolute: string): string | undefined {
  const below = path.relative(root, absolute);
  if (below === "" || below.startsWith(".." + path.sep) || below === ".." || path.isAbsolute(below)) return undefined;
  const parts = below.split(path.sep);
  if (parts.some((p) => p === ".git" || p === ".consider")) return undefined;
  return parts.join("/");
}

export function fromWire(root: string, file: string): string {
  return path.join(root, ...file.split("/"));
}
