import { sql } from "drizzle-orm";
import { getPool } from "#db/client.ts";
import { listen, notify } from "#db/notify.ts";
import type { Tx } from "#db/transact.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import type { Place } from "./types.ts";

const CHANNEL = "paydesk_live";

/** Notifies all processes, this one included. */
export async function notifyProcesses(payload: string): Promise<void> {
  await notify(CHANNEL, payload);
}

/** Notifies all processes when the transaction commits. */
export async function notifyAfter(tx: Tx, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
}

/** Calls `receive` with the notifications of all processes, and with null after every connect and reconnect. Returns the
 *  function that stops it. */
export function listenToProcesses(receive: (payload: string | null) => void): () => Promise<void> {
  return listen(CHANNEL, receive);
}

export type KindCount = {
  accountId: string;
  mode: string;
  kind: string;
  /** Events since `sinceMs`. */
  count: number;
  /** Events since `laterMs`. */
  later: number;
};

/** Counts the events by place and kind, in one statement for all places. Takes no lock. */
export async function countEvents(
  places: readonly Place[],
  { sinceMs, laterMs }: { sinceMs: number; laterMs: number },
): Promise<KindCount[]> {
  const { rows } = await getPool().query<KindCount>(
    `select e.account_id as "accountId", e.mode, split_part(e.type, '.', 1) as kind,
            count(*)::int as count, (count(*) filter (where e.id >= $4))::int as later
       from unnest($1::text[], $2::text[]) as place(account_id, mode)
       join events e
         on e.account_id = place.account_id and e.mode = place.mode and e.id >= $3
      group by 1, 2, 3`,
    [
      places.map(({ accountId }) => accountId),
      places.map(({ mode }) => mode),
      idLowerBound("evt", sinceMs),
      idLowerBound("evt", laterMs),
    ],
  );
  return rows;
}
