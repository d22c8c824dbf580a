// Processor time of processes as counted by Linux. Unlike speed, it hardly depends on the machine's other load.

import { readdirSync, readFileSync } from "node:fs";
import { getPool } from "#db/client.ts";

const MS_PER_TICK = 10;

/** Parent id, own time and time of ended children. */
function statOf(pid: number | string) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name before it can contain any character.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
  return { ppid: fields[1]!, ownMs: own * MS_PER_TICK, endedMs: ended * MS_PER_TICK };
}

/** The time of a process with all its threads so far. */
export const processorMs = (pid: number): number => statOf(pid).ownMs;

/** The time of a process and all its children, including ended ones. */
export function familyMs(parent: number): number {
  const { ownMs, endedMs } = statOf(parent);
  let all = ownMs + endedMs;
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const { ppid, ownMs: childMs } = statOf(pid);
      if (ppid === parent) all += childMs;
    } catch {
      // It has ended meanwhile and is in its parent's count.
    }
  }
  return all;
}

/** Adds up processes. One that has ended counts as when it was last read. */
export function sumClock(): (pids: Iterable<number>) => number {
  const seen = new Map<number, number>();
  return (pids) => {
    for (const pid of pids) {
      try {
        seen.set(pid, processorMs(pid));
      } catch {
        if (!seen.has(pid)) seen.set(pid, 0);
      }
    }
    return [...seen.values()].reduce((sum, ms) => sum + ms, 0);
  };
}

/** The time of the database server of this process's pool: the whole server, and the pool's backends alone. */
export async function databaseClock() {
  const clients = await Promise.all(Array.from({ length: 4 }, () => getPool().connect()));
  const pids = new Set<number>();
  const add = (client: unknown) => void pids.add((client as { processID: number }).processID);
  for (const client of clients) {
    add(client);
    client.release();
  }
  getPool().on("connect", add);
  const server = statOf([...pids][0]!).ppid;
  const sum = sumClock();
  return {
    pids: (): readonly number[] => [...pids],
    allMs: () => familyMs(server),
    ownMs: () => sum(pids),
  };
}
