// Reads from a standby that has everything which was committed before the read began.

import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type DatabaseServer, readDatabaseAddress } from "#lib/kernel/database-address.ts";
import { whyUnavailable } from "#lib/kernel/database-trouble.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { publishReadings, type Reading } from "#lib/kernel/readings.ts";
import { exportsFrom, getPool, poolSizes } from "./client.ts";
import { makePool } from "./pool.ts";
import { type ReadSource, readSource } from "./read-source.ts";
import { sqlState } from "./transact.ts";

/** How long a read waits for a replica that is behind before it goes to the primary. */
const LONGEST_LAG_MS = 250;
/** How long a replica may take to say how far it is. */
const ANSWER_MS = 1_000;
/** A replica that was behind is not asked again for so long, and one that failed. */
const BEHIND_REST_MS = 1_000;
const FAILED_REST_MS = 5_000;

/** Everything that was acknowledged so far is before this position, because a commit is acknowledged once it is on the disk. */
const POSITION = "select pg_current_wal_flush_lsn()::text as position";
const REACHED = `
  select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`;

/** SQLSTATEs that a standby answers where the primary would not: a conflict with what it replays, and a write. */
const OF_STANDBYS = new Set(["40001", "25006", "55000"]);
const TOO_SLOW = "57014";

const counted = { replica: 0, primary: 0 };

const READINGS: readonly Reading[] = [
  {
    name: "paydesk_replica_reads",
    help: "Reads that a replica has served.",
    read: () => counted.replica,
  },
  {
    name: "paydesk_replica_reads_elsewhere",
    help: "Reads that went to the primary because no replica could serve them.",
    read: () => counted.primary,
  },
];

/** A standby that reads may use. */
class Replica {
  readonly #server: DatabaseServer;
  readonly source: ReadSource;
  #restsUntilMs = 0;
  #told = false;

  constructor(server: DatabaseServer) {
    this.#server = server;
    const config = { connectionString: server.url, application_name: "paydesk replica" };
    const pool = makePool("replica", { ...config, max: poolSizes().main });
    let exports: pg.Pool | undefined;
    this.source = {
      pool,
      orm: drizzle(pool),
      exports: () => {
        exports ??= exportsFrom("replica_export", server.url);
        return exports;
      },
    };
  }

  isResting(): boolean {
    return performance.now() < this.#restsUntilMs;
  }

  /** Whether it has replayed `position`, or does within the time. Rests if not. */
  async hasReached(position: string, untilMs: number): Promise<boolean> {
    for (let pauseMs = 2; ; pauseMs *= 2) {
      const state = await this.#ask(position).catch((error: unknown) => {
        this.rest(FAILED_REST_MS, error);
        return null;
      });
      if (!state) return false;
      if (!state.standby) {
        this.rest(FAILED_REST_MS, new Error("it is no standby"));
        return false;
      }
      if (state.reached) {
        if (this.#told) log.info("a replica serves reads again", { server: this.#server.name });
        this.#told = false;
        return true;
      }
      if (performance.now() + pauseMs > untilMs) {
        this.rest(BEHIND_REST_MS, new Error("it is behind"));
        return false;
      }
      await sleep(pauseMs);
    }
  }

  async #ask(position: string): Promise<{ standby: boolean; reached: boolean | null }> {
    const asked = this.source.pool.query({ name: "db.reached", text: REACHED, values: [position] });
    // If it comes too late, nobody waits for it.
    asked.catch(() => {});
    const silent = sleep(ANSWER_MS, null, { ref: false });
    const answer = await Promise.race([asked, silent]);
    if (!answer) throw new Error("it does not answer");
    return answer.rows[0];
  }

  /** Leaves reads to the others for a while. */
  rest(ms: number, why: unknown): void {
    this.#restsUntilMs = performance.now() + ms;
    if (this.#told) return;
    this.#told = true;
    log.warn("reads go to the primary instead of a replica", {
      server: this.#server.name,
      error: why,
    });
  }
}

let replicas: { of: string; all: readonly Replica[] } | undefined;

/** The replicas that are set, made on first use and again after `closeDb`. */
function allReplicas(): readonly Replica[] {
  const address = env.databaseReplicaUrl;
  if (address === null) return [];
  if (replicas?.of !== address || replicas.all.some(({ source }) => source.pool.ending)) {
    const found = readDatabaseAddress(address, "read");
    if (typeof found === "string") throw new Error(`DATABASE_REPLICA_URL ${found}.`);
    replicas = { of: address, all: found.servers.map((server) => new Replica(server)) };
    publishReadings(...READINGS);
  }
  return replicas.all;
}

/** A replica that has everything which is committed now; null if none has it soon. */
async function findReplica(): Promise<Replica | null> {
  const awake = allReplicas().filter((replica) => !replica.isResting());
  if (awake.length === 0) return null;
  const { rows } = await getPool().query<{ position: string }>({
    name: "db.position",
    text: POSITION,
  });
  const untilMs = performance.now() + LONGEST_LAG_MS;
  for (const replica of awake) {
    if (await replica.hasReached(rows[0]!.position, untilMs)) return replica;
  }
  return null;
}

/**
 * Runs reads on a replica, if `DATABASE_REPLICA_URL` names one. They see at least what was committed when this was called,
 * whoever wrote it: the replica is waited for, for at most a quarter of a second. If none gets there, or the replica fails
 * meanwhile, `work` runs on the primary, perhaps for a second time, so it must only read. Within it `db()`, `runPrepared`,
 * `readTogether`, `snapshot`, `copyOut` and `getExportPool` read there; everything else uses the primary.
 */
export async function fromReplica<T>(work: () => Promise<T>): Promise<T> {
  if (env.databaseReplicaUrl === null || readSource.getStore()) return await work();
  const replica = await findReplica();
  if (replica) {
    try {
      const result = await readSource.run(replica.source, work);
      counted.replica++;
      return result;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      replica.rest(FAILED_REST_MS, error);
    }
  }
  counted.primary++;
  return await work();
}

/** Whether the primary may answer what failed with this error. */
function isOfReplica(error: unknown): boolean {
  const code = sqlState(error);
  return OF_STANDBYS.has(code) || (code !== TOO_SLOW && whyUnavailable(error) !== null);
}
