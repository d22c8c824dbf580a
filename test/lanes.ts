import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

let counter = 0;

/** Emits an event of a new payment and tells the dispatchers. */
export async function emitPaid(owner: Context): Promise<Id<"evt">> {
  const data = { id: `pay_${++counter}`, status: "succeeded" };
  const event = await transact((tx) =>
    emitEvent(tx, owner, { type: "payment.succeeded", objectId: data.id, data }),
  );
  notifyDispatcher();
  return event.id;
}

/** An endpoint that gets every event. */
export const endpointAt = async (url: string, owner: Context): Promise<Id<"we">> =>
  (await createEndpoint(owner, { url, events: ["*"] })).endpoint.id;

/** Ends the sessions of all dispatchers, as when their connections are lost. Resolves to their number when PostgreSQL has
 *  freed their lanes. */
export async function cutLanes(): Promise<number> {
  const ours = "application_name = 'paydesk lanes' and datname = current_database()";
  const { rows } = await getPool().query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${ours}`,
  );
  const pids = rows.map(({ pid }) => pid);
  for (;;) {
    const left = await getPool().query("select 1 from pg_stat_activity where pid = any($1)", [
      pids,
    ]);
    if (left.rows.length === 0) return pids.length;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
