// Which of the servers of an address accepts writes.

import pg from "pg";
import { type DatabaseServer, readDatabaseAddress } from "#lib/kernel/database-address.ts";
import { log } from "#lib/kernel/log.ts";
import { steadySocket } from "./steady-socket.ts";

/** No server of the address accepts writes. Has the SQLSTATE of a client that cannot connect. */
export class NoPrimaryError extends Error {
  readonly code = "08001";

  constructor(reasons: readonly string[]) {
    super(`no database server accepts writes: ${reasons.join(", ")}`);
    this.name = "NoPrimaryError";
  }
}

/** State that a server reports. */
type State = { standby: boolean; readOnly: boolean; timeline: number };

/** A promotion begins a new timeline, whose number begins the names of the files of the write-ahead log. */
const ASK = `
  select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
         case when pg_is_in_recovery() then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** How long a server may take to accept a connection and to say what it is. */
export const ANSWER_MS = 3_000;
/** How long the others may take once one has said that it accepts writes: an old primary can be back beside the new one. */
const GRACE_MS = 300;

/** A server without room for one more connection may be the one that is looked for. */
const TOO_MANY = "53300";

/** The current state of the server of `client`. */
export async function askState(client: pg.ClientBase): Promise<State> {
  return (await client.query<State>(ASK)).rows[0]!;
}

/** Runs `work` on a connection of its own to a server, which must accept it within `ANSWER_MS`. */
export async function onServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "paydesk look",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    stream: steadySocket,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Not awaited: a server that has gone does not answer the farewell.
    void client.end().catch(() => {});
  }
}

/** The servers of an address. Remembers the one that accepts writes until it is forgotten. */
export class Servers {
  readonly searches: boolean;
  readonly #servers: readonly DatabaseServer[];
  readonly #memory: Memory;

  constructor(servers: readonly DatabaseServer[], searches: boolean, memory: Memory) {
    this.#servers = servers;
    this.searches = searches;
    this.#memory = memory;
  }

  get first(): DatabaseServer {
    return this.#servers[0]!;
  }

  /** The server to connect to: the one that accepts writes, or the only one. Throws `NoPrimaryError`. Calls while the servers
   *  are asked wait for the same answers. */
  async current(): Promise<DatabaseServer> {
    if (!this.searches) return this.first;
    const known = this.#memory.at;
    if (known !== null) return this.#servers[known]!;
    this.#memory.looking ??= this.#look().finally(() => {
      this.#memory.looking = null;
    });
    return this.#servers[await this.#memory.looking]!;
  }

  /** Looks again before the next connection, because this server does not serve. */
  forget({ name }: DatabaseServer): void {
    const { at } = this.#memory;
    if (at !== null && this.#servers[at]!.name === name) this.#memory.at = null;
  }

  /** Why a server must not be written to; null if it may. An old primary that is back accepts writes too, on the timeline
   *  that the promotion ended. */
  whyNot({ standby, readOnly, timeline }: State): string | null {
    if (standby) return "is a standby";
    if (readOnly) return "is read-only";
    const newest = this.#memory.timeline;
    if (timeline < newest) return `is an old primary (timeline ${timeline}, seen ${newest})`;
    return null;
  }

  async #look(): Promise<number> {
    const writable = new Map<number, number>();
    const reasons: string[] = [];
    let full: Error | undefined;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const asking = this.#servers.map(async ({ name, url }, at) => {
      try {
        const state = await onServer(url, askState);
        const why = this.whyNot(state);
        if (why !== null) return void reasons.push(`${name} ${why}`);
        writable.set(at, state.timeline);
        setTimeout(resolve, GRACE_MS).unref();
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === TOO_MANY) full = error;
        reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    await Promise.race([Promise.all(asking), enough]);
    const [best] = [...writable].sort(
      ([one, itsTimeline], [other, otherTimeline]) => otherTimeline - itsTimeline || one - other,
    );
    if (!best) throw full ?? new NoPrimaryError(reasons);
    const [at, timeline] = best;
    const memory = this.#memory;
    if (memory.last !== null && memory.last !== at) {
      log.warn("another database server accepts writes now", { server: this.#servers[at]!.name });
    }
    Object.assign(memory, { at, last: at, timeline: Math.max(timeline, memory.timeline) });
    return at;
  }
}

/** State that a process remembers of a set of servers, whichever role it uses them as. */
type Memory = {
  /** The server that accepts writes, by its place. */
  at: number | null;
  last: number | null;
  /** The newest timeline on which one of them accepted writes. */
  timeline: number;
  looking: Promise<number> | null;
};

const memories = new Map<string, Memory>();

/** The servers of an address; those with the same hosts share what is known of them. */
export function serversOf(address: string): Servers {
  const found = readDatabaseAddress(address, "write");
  if (typeof found === "string") throw new Error(`The address of the database ${found}.`);
  const key = found.servers.map(({ name }) => name).join();
  const memory = memories.get(key) ?? { at: null, last: null, timeline: 0, looking: null };
  memories.set(key, memory);
  return new Servers(found.servers, found.searches, memory);
}
