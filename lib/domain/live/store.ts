import { getPool } from "#db/client.ts";
import { listen, notify } from "#db/notify.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import type { Place } from "./types.ts";

const CHANNEL = "paydesk_live";

export async function tellOthers(payload: string): Promise<void> {
  await notify(CHANNEL, payload);
}

/** Calls `heard` with what any process tells, and with null after every (re)connect. Returns the call that
 *  ends it. */
export function listenToOthers(heard: (payload: string | null) => void): () => Promise<void> {
  return listen(CHANNEL, heard);
}

export type KindCount = {
  accountId: string;
  mode: string;
  kind: string;
  /** Since the first moment, */
  count: number;
  /** and since the later one. */
  later: number;
};

/** How many events of each kind each of some places has had, in one statement for all of them. Takes no
 *  lock. */
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
