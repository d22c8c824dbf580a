import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { makePool } from "./pool.ts";

let owner: pg.Pool | undefined;

/**
 * The one connection of this process as the role that owns the tables, for the upkeep of daily
 * partitions. What answers requests cannot import it (`tidy.test.ts`): there the service's own role is
 * used, which may change no table and no entry of the audit log.
 */
export function getOwnerPool(): pg.Pool {
  if (!owner || owner.ending) {
    owner = makePool({
      connectionString: env.databaseOwnerUrl,
      max: 1,
      application_name: "paydesk owner",
      // It is wanted a few times a day.
      idleTimeoutMillis: 10_000,
    });
  }
  return owner;
}
