// Processor time of processes as Linux counts it: unlike speed, it hardly depends on what else a machine does.

import { readdirSync, readFileSync } from "node:fs";
import { getPool } from "#db/client.ts";

const MS_PER_TICK = 10;

/** `ppid`, and its own and its ended children's time. */
function statOf(pid: number | string) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before it may hold anything.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
  return { ppid: fields[1]!, ownMs: own * MS_PER_TICK, endedMs: ended * MS_PER_TICK };
}

/** Of a process and all its threads, so far. */
export const processorMs = (pid: number): number => statOf(pid).ownMs;

/** Of a process and all its children, those that have ended included. */
function familyMs(parent: number): number {
  const { ownMs, endedMs } = statOf(parent);
  let all = ownMs + endedMs;
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const { ppid, ownMs: childMs } = statOf(pid);
      if (ppid === parent) all += childMs;
    } catch {
      // It has ended meanwhile, and is in its parent's count.
    }
  }
  return all;
}

/** Of the server whose backends serve this process' pool: all of it, and those backends alone. Connections must
 *  live as long as is counted. */
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
  return {
    allMs: () => familyMs(server),
    ownMs: () => [...pids].reduce((sum, pid) => sum + processorMs(pid), 0),
  };
}
