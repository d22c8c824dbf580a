import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Db } from "./client.ts";

/** Where reads go instead of the server that accepts writes. */
export type ReadSource = {
  pool: pg.Pool;
  orm: Db;
  /** Connections for files of any length. */
  exports(): pg.Pool;
};

/** Set while `fromReplica` runs its work (`db/replica.ts`); what reads asks it, what writes does not. */
export const readSource = new AsyncLocalStorage<ReadSource | undefined>();
