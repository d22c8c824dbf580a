// The time from `npm start` to the first response, with existing data and build.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "#lib/kernel/env.ts";
import type { Pace } from "./api.ts";
import { type Figure, median } from "./figures.ts";

const PORT = 4330;
const PATIENCE_MS = 180_000;

/** Seconds from the command to the first 200 of `/readyz`; then stops it gracefully. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: childEnv({
      PORT: String(PORT),
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      DATABASE_OWNER_URL: undefined,
    }),
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    while (!(await isReady())) {
      if (performance.now() - began > PATIENCE_MS) throw new Error("npm start was never ready");
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await sleep(20);
    }
    return (performance.now() - began) / 1_000;
  } finally {
    // To the whole process group, like Ctrl-C in a terminal.
    process.kill(-child.pid!, "SIGINT");
    await exited;
  }
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
  return answer?.status === 200;
}

/** Measures the first start without data (with a build), and then repeated starts. */
export async function measureStart(pace: Pace, say: (figure: Figure) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "paydesk-bench-start-"));
  const common = { unit: "s", limit: null, limitName: "", ratio: null };
  try {
    const first = await startOnce(dataDir);
    say({ ...common, name: "First start, database and demo made", ours: first, bound: null });
    const starts: number[] = [];
    for (let i = 0; i < pace.rounds; i++) starts.push(await startOnce(dataDir));
    const bound = { kind: "at most", of: "value", value: 5 } as const;
    say({ ...common, name: "Second start to ready", ours: median(starts), bound });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
