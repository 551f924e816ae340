/** Paths of a project: `/`-separated and relative to its root on the wire, absolute in the editor. */
import * as path from "node:path";

/**
 * The project's root as the editor spells it. The back end resolves links, the editor does not: when the folder was
 * opened through a link, its documents would not be below the root that the back end names.
 */
export function spelledRoot(root: string, folder: string, realFolder: string): string {
  const below = path.relative(root, realFolder);
  if (below.startsWith("..") || path.isAbsolute(below)) return root;
  if (below === "") return folder;
  return folder.endsWith(path.sep + below) ? folder.slice(0, -below.length - 1) : root;
}

/** The file's name on the wire; undefined when it is outside the project, or belongs to git or the store. */
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
