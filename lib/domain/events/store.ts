import { type SQL, sql } from "drizzle-orm";
import { listen, notify } from "#db/notify.ts";
import type { Tx } from "#db/transact.ts";
import { eventFanoutSql, fanoutValues } from "./fanout.ts";
import type { Event } from "./types.ts";

const FANOUT = `with proceed as (select 1), ${eventFanoutSql({ firstParam: 1 }).ctes} select 1`;

/** Inserts the event and one delivery per subscribed endpoint. Locks nothing that exists. */
export async function insertWithDeliveries(tx: Tx, event: Event): Promise<void> {
  await tx.execute(withParams(FANOUT, fanoutValues(event)));
}

/** Hands `$1`-style text to the query builder, so that the statement has one source. */
function withParams(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  );
}

const DISPATCH_CHANNEL = "paydesk_dispatch";

export async function notifyDispatchers(): Promise<void> {
  await notify(DISPATCH_CHANNEL);
}

/** Calls `heard` when another process pokes, and after every reconnect. Returns the call that ends it. */
export function listenForPokes(heard: () => void): () => Promise<void> {
  return listen(DISPATCH_CHANNEL, heard);
}
