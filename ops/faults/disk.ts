import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** A file system in memory that can be filled. */
export type Disk = {
  path: string;
  /** Takes all space that is left. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  freeBytes(): number;
  unmount(): void;
};

/** Mounts a file system of `mb` MB at `path`. Needs root, as a container has it. */
export function mountDisk(path: string, mb: number): Disk {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m`, "paydesk-trial", path]);
  chmodSync(path, 0o777);
  const ballast = join(path, "ballast");
  return {
    path,
    fill: () => fillWith(ballast),
    clear: () => rmSync(ballast, { force: true }),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    // Lazily, because a killed server may still have files open.
    unmount: () => execFileSync("umount", ["-l", path]),
  };
}

/** Writes until there is no space: large blocks first, then pages. */
function fillWith(path: string): void {
  const file = openSync(path, "a");
  for (const size of [2 ** 20, 4_096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

/** The delay of a server's disk. */
export type SlowDisk = {
  /** Variables with which the server is started. */
  variables: Record<string, string>;
  /** Sets the delay of each flush from now on. */
  delay(ms: number): void;
};

/** Compiles `slow-disk.c` into `folder`. */
export function makeSlowDisk(folder: string): SlowDisk {
  const source = join(import.meta.dirname, "slow-disk.c");
  const library = join(folder, "slow-disk.so");
  execFileSync("cc", [
    "-shared",
    "-fPIC",
    "-O2",
    "-Wall",
    "-Werror",
    "-o",
    library,
    source,
    "-ldl",
  ]);
  const control = join(folder, "slow-disk");
  const delay = (ms: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(ms);
    // In place, because the server has mapped this file.
    writeFileSync(control, bytes, { flag: "r+" });
  };
  writeFileSync(control, Buffer.alloc(4), { mode: 0o644 });
  return { variables: { LD_PRELOAD: library, SLOW_DISK: control }, delay };
}
