import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";
const PAGE_ROOM = 2 ** 20;

export type MemoryLimit = {
  /** Puts a process under the limit, which leaves it what it has. */
  confine(pid: number): void;
  /** Leaves the processes next to nothing beside what they use. */
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
  // What the process has already counts too.
  if (isOld) writeFileSync(file("memory.move_charge_at_immigrate"), "3");
  const [limit, usage] = isOld
    ? ["memory.limit_in_bytes", "memory.usage_in_bytes"]
    : ["memory.max", "memory.current"];
  return {
    confine: (pid) => writeFileSync(file("cgroup.procs"), String(pid)),
    tighten: () => {
      try {
        writeFileSync(file(limit), String(Number(read(usage)) + PAGE_ROOM));
      } catch (error) {
        // It grew in between, or cannot shrink so far: it is tried again.
        if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
      }
    },
    kills: () => {
      const events = read(isOld ? "memory.oom_control" : "memory.events");
      return Number(/^oom_kill (\d+)/m.exec(events)?.[1] ?? 0);
    },
    remove: () => rmdirSync(folder),
  };
}
