import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { makePool } from "./pool.ts";

let owner: pg.Pool | undefined;

/** The one connection of this process as the role that owns the tables, for maintaining daily partitions. Code that
 * answers requests cannot import it (`tidy.test.ts`): it uses the service's role, which cannot change tables or
 * audit entries. */
export function getOwnerPool(): pg.Pool {
  if (!owner || owner.ending) {
    owner = makePool("owner", {
      connectionString: env.databaseOwnerUrl,
      max: 1,
      application_name: "paydesk owner",
      // Used a few times a day.
      idleTimeoutMillis: 10_000,
    });
  }
  return owner;
}
