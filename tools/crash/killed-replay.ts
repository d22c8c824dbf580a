import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { getPool } from "#db/client.ts";
import { createReplay, getReplay, type Replay } from "#lib/domain/replays/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { createMerchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";
import { outage } from "#test/replay-rows.ts";

const SCRIPT = fileURLToPath(import.meta.resolve("#tools/crash/replay-process.ts"));

export type KilledReplay = {
  replay: Replay;
  /** The number of arrivals of each event. */
  arrived: Map<string, number>;
  events: string[];
  kills: number;
  /** Originals with more than one delivery in the replay; must be empty. */
  madeTwice: number;
  /** Claims that remain at the end. */
  claims: number;
  seconds: number;
};

/**
 * Replays `count` failed deliveries to a local receiver while the only worker is repeatedly killed (`kill -9`) and
 * restarted: once while the set is frozen, then while it is sent.
 */
export async function runKilledReplay(options: {
  count: number;
  kills: number;
  leaseMs: number;
  floorPerSecond: number;
}): Promise<KilledReplay> {
  const { count, kills } = options;
  const merchant = await createMerchant();
  const receiver = await startReceiver();
  const { endpoint } = await createEndpoint(merchant.ctx.test, {
    url: receiver.url,
    events: ["*"],
  });
  const rows = await outage(merchant, endpoint.id, count);
  const started = performance.now();
  const worker = workerToKill(options);
  try {
    await worker.start();
    const { id } = await createReplay(merchant.ctx.test, { from: dateFromMs(nowMs() - HOUR_MS) });
    const read = () => getReplay(merchant.ctx.test, id);
    for (let kill = 0; kill < kills; kill++) {
      // The first kill is during the freezing of the set, the others are spread over the sending.
      const over = kill === 0 ? 0 : Math.floor((count * kill) / (kills + 1));
      while (over > 0 && (await read()).delivered < over) await pause(10);
      if (over === 0) await pause(30);
      await worker.kill();
      await worker.start();
    }
    let replay = await read();
    while (replay.status !== "completed") {
      if (replay.status === "paused") throw new Error(`it paused: ${replay.reason}`);
      await pause(50);
      replay = await read();
    }
    const seconds = (performance.now() - started) / 1_000;
    const arrived = new Map<string, number>();
    for (const { headers } of receiver.received) {
      const event = headers["service-event-id"]!;
      arrived.set(event, (arrived.get(event) ?? 0) + 1);
    }
    const events = rows.map((row) => row.eventId);
    return { replay, arrived, events, kills, seconds, ...(await leftovers(replay)) };
  } finally {
    await worker.kill();
    await receiver.stop();
  }
}

async function leftovers({ id, accountId }: Replay) {
  const { rows } = await getPool().query(
    `select (select count(*)::int from replay_claims where replay_id = $1) as claims,
            (select count(*)::int from (
               select replay_of from deliveries where account_id = $2 and replay_of is not null
                group by 1 having count(*) > 1) t) as twice`,
    [id, accountId],
  );
  return { claims: rows[0].claims as number, madeTwice: rows[0].twice as number };
}

function workerToKill({ leaseMs, floorPerSecond }: { leaseMs: number; floorPerSecond: number }) {
  let child: ChildProcess | undefined;
  return {
    async start(): Promise<void> {
      const args = ["--no-warnings", SCRIPT, String(leaseMs), String(floorPerSecond)];
      child = spawn(process.execPath, args, {
        env: childEnv({}),
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      await once(child, "message");
    },
    async kill(): Promise<void> {
      const dying = child;
      child = undefined;
      if (!dying) return;
      const ended = once(dying, "exit");
      dying.kill("SIGKILL");
      await ended;
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
