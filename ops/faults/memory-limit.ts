import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";
const STEP_BYTES = 4 * 2 ** 20;
const ROOM_BYTES = 2 ** 18;

export type MemoryLimit = {
  /** Puts a process under the limit, which is far away. Its earlier memory does not count, so this is done at its start. */
  confine(pid: number): void;
  /** Leaves the process next to nothing beside what it uses. */
  tighten(): void;
  /** How many processes the kernel has killed for the limit. */
  kills(): number;
  remove(): void;
};

/** A control group with a limit of memory, of either version of the kernel's interface. Needs root. */
export function makeMemoryLimit(name: string): MemoryLimit {
  const isOld = existsSync(join(ROOT, "memory"));
  const folder = join(ROOT, isOld ? "memory" : "", name);
  if (!isOld) writeFileSync(join(ROOT, "cgroup.subtree_control"), "+memory");
  mkdirSync(folder);
  const file = (each: string) => join(folder, each);
  const read = (each: string) => readFileSync(file(each), "utf8");
  const [limit, usage] = isOld
    ? ["memory.limit_in_bytes", "memory.usage_in_bytes"]
    : ["memory.max", "memory.current"];
  /** Whether the kernel could make the process fit. */
  const setLimit = (bytes: number): boolean => {
    try {
      writeFileSync(file(limit), String(bytes));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EBUSY") return false;
      throw error;
    }
  };
  return {
    confine: (pid) => {
      setLimit(2 ** 31);
      writeFileSync(file("cgroup.procs"), String(pid));
    },
    tighten: () => {
      // Takes cached files first, which the kernel can do without.
      while (setLimit(Number(read(usage)) - STEP_BYTES));
      setLimit(Number(read(usage)) + ROOM_BYTES);
    },
    kills: () => {
      const events = read(isOld ? "memory.oom_control" : "memory.events");
      return Number(/^oom_kill (\d+)/m.exec(events)?.[1] ?? 0);
    },
    remove: () => rmdirSync(folder),
  };
}
