import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { ServiceClient } from "./service-client.ts";

/** The time limits of a statement and of an idle transaction, as `makePool` sets them without a pooler. */
const LIMITS = "statement_timeout = '30s'; idle_in_transaction_session_timeout = '30s'".split("; ");

/** Sends statements without their names: a pooler gives each transaction another connection, which knows no statement of
 * the last one. */
class UnnamedClient extends ServiceClient {
  // The driver has a dozen overloads; names stand only in the first argument.
  override query = ((config: unknown, ...rest: unknown[]) =>
    (super.query as (...args: unknown[]) => unknown)(
      isNamed(config) ? { ...config, name: undefined } : config,
      ...rest,
    )) as pg.Client["query"];
}

const isNamed = (config: unknown): config is { name: string } =>
  typeof config === "object" && config !== null && "name" in config && !("submit" in config);

/** Settings of a pool whose connections go through a pooler. It refuses settings at the start of a connection, so
 * `limitRole` sets them. */
export const THROUGH_POOLER: pg.PoolConfig = {
  Client: UnnamedClient as unknown as new () => pg.ClientBase,
  statement_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
  query_timeout: 35_000,
};

/** Gives the service's role in this database the limits that a pooler does not pass on. For connections that the pooler
 * opens from then on. */
export async function limitRole(): Promise<void> {
  const client = new ServiceClient({ connectionString: env.databaseDirectUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; database: string }>(
      "select quote_ident(current_user) as role, quote_ident(current_database()) as database",
    );
    const { role, database } = rows[0]!;
    for (const limit of LIMITS) {
      await client.query(`alter role ${role} in database ${database} set ${limit}`);
    }
  } finally {
    await client.end();
  }
}
