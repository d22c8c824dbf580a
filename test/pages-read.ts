import type pg from "pg";
import { getPool } from "#db/client.ts";

type Asked = { text: string; values: unknown[] };

/**
 * The number of table and index pages that the database reads for each read-only statement of `work`. Each statement
 * is run again with its values, in a transaction that began like its own.
 */
export async function pagesRead(
  work: () => Promise<unknown>,
): Promise<{ text: string; pages: number; plan: string }[]> {
  const asked = await askedBy(work);
  const client = await getPool().connect();
  const reads = [];
  try {
    for (const { text, values } of asked) {
      if (/^\s*(begin|commit|rollback)\b/.test(text)) await client.query(text);
      if (!/^\s*(select|with)\b/.test(text)) continue;
      const { rows } = await client.query(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      );
      const { Plan: root } = rows[0]["QUERY PLAN"][0];
      const pages = root["Shared Hit Blocks"] + root["Shared Read Blocks"];
      reads.push({ text, pages, plan: JSON.stringify(root, null, 1) });
    }
  } finally {
    client.release(true);
  }
  return reads;
}

/** The statements in the order in which they were sent, including those of transactions: `work` must not run
 *  several transactions concurrently. */
async function askedBy(work: () => Promise<unknown>): Promise<Asked[]> {
  const pool = getPool();
  const { connect } = pool;
  const asked: Asked[] = [];
  const listening = new Map<pg.PoolClient, pg.PoolClient["query"]>();
  const listen = (client: pg.PoolClient) => {
    if (listening.has(client)) return client;
    const { query } = client;
    listening.set(client, query);
    client.query = ((config: string | Asked, values?: unknown[], ...rest: unknown[]) => {
      const text = typeof config === "string" ? config : config.text;
      const given = typeof config === "string" ? undefined : config.values;
      asked.push({ text, values: (Array.isArray(values) ? values : given) ?? [] });
      return Reflect.apply(query, client, [config, values, ...rest]);
    }) as never;
    return client;
  };
  pool.connect = ((answer?: (error: Error, client: pg.PoolClient, ...rest: unknown[]) => void) => {
    if (!answer) return (Reflect.apply(connect, pool, []) as Promise<pg.PoolClient>).then(listen);
    return Reflect.apply(connect, pool, [
      (error: Error, client: pg.PoolClient, ...rest: unknown[]) =>
        answer(error, client && listen(client), ...rest),
    ]);
  }) as never;
  try {
    await work();
  } finally {
    pool.connect = connect;
    for (const [client, query] of listening) client.query = query;
  }
  return asked;
}
