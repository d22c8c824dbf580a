// Files that must survive a crash of the machine.

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";

/** Copies a file and syncs it. A table that is dropped meanwhile has no file to copy: the log says the same. */
export function copyDurably(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(from, to);
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT" && !existsSync(from);
    if (isGone && /^\d/.test(basename(from))) return;
    throw error;
  }
  sync(to);
}

/** Writes a file that only this user can read, and syncs it. */
export function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true });
}

/** Syncs a file that exists. */
export function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The folders and files below a folder, by paths relative to it. */
export function contentsOf(folder: string): { folders: string[]; files: string[] } {
  const found = { folders: [] as string[], files: [] as string[] };
  const list = (below: string) => {
    for (const entry of readdirSync(below === "" ? folder : `${folder}/${below}`, {
      withFileTypes: true,
    })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) found.files.push(path);
      if (!entry.isDirectory()) continue;
      found.folders.push(path);
      list(path);
    }
  };
  list("");
  return found;
}
