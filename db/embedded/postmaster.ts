import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The content of `postmaster.pid`, which a running PostgreSQL writes into its data directory. */
export interface PidFile {
  pid: number;
  cluster: string;
  port: number;
}

/** Reads `postmaster.pid`; null if it is missing or incomplete. */
export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 ? { pid, cluster: lines[1] ?? "", port } : null;
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether process `pid` is the PostgreSQL of this cluster. The number alone is no proof: another program may have it
 * now, and a zombie has it without running. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!processExists(pid)) return false;
  const real = realpathSync(cluster);
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === real;
    } catch {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
      } catch {
        return false;
      }
    }
  }
  if (process.platform === "win32") return true;
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes(cluster);
  } catch {
    return false;
  }
}

/** Removes a `postmaster.pid` whose number now belongs to another program. PostgreSQL itself handles a number without
 * a process, and checks its shared memory for survivors. */
export function clearForeignPidFile(cluster: string): void {
  const file = readPidFile(cluster);
  if (file && processExists(file.pid) && !isPostmasterOf(file.pid, cluster)) {
    rmSync(join(cluster, "postmaster.pid"), { force: true });
  }
}

async function gone(pid: number, cluster: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isPostmasterOf(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

/** Stops the server of a cluster: fast shutdown, then harder signals. Returns when it is gone. */
export async function stopPostmaster(cluster: string, pgCtl: string): Promise<void> {
  const file = readPidFile(cluster);
  if (!file || !isPostmasterOf(file.pid, cluster)) return;
  if (process.platform === "win32") {
    execFileSync(pgCtl, ["stop", "-D", cluster, "-m", "fast", "-w"], { stdio: "ignore" });
    return;
  }
  for (const [signal, patienceMs] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    try {
      process.kill(file.pid, signal);
    } catch {
      return;
    }
    if (await gone(file.pid, cluster, patienceMs)) return;
  }
  throw new Error(`PostgreSQL (process ${file.pid}) does not stop.`);
}

/** The end of the server's log, for an error message. */
export function logTail(path: string): string {
  if (!existsSync(path)) return "";
  return readFileSync(path, "utf8").trimEnd().split("\n").slice(-8).join("\n");
}
