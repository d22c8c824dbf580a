import { spawn } from "node:child_process";
import { once } from "node:events";
import { childEnv } from "#lib/kernel/env.ts";
import type { KillableDatabase } from "#tools/crash/processes.ts";
import type { Cluster } from "./cluster.ts";

/** Runs `npm run -s model` or `fuzz` on a cluster; returns whether it found nothing. */
export async function runTool(
  name: "model" | "fuzz",
  { url }: Pick<Cluster, "url">,
  args: readonly string[],
): Promise<boolean> {
  const child = spawn(process.execPath, ["--no-warnings", `tools/${name}/main.ts`, ...args], {
    stdio: "inherit",
    env: childEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: url }),
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

/** A cluster whose servers are killed in turn: workers first, then the coordinator. */
export function killable(cluster: Cluster): KillableDatabase {
  const servers = [...cluster.workers, cluster.coordinator];
  const dead = new Set<(typeof servers)[number]>();
  let kills = 0;
  return {
    get kills() {
      return kills;
    },
    start: async () => {
      for (const server of dead) await server.start();
      dead.clear();
      return cluster;
    },
    kill: async () => {
      const server = servers[kills++ % servers.length]!;
      dead.add(server);
      await server.kill();
    },
    stop: cluster.stop,
  };
}
