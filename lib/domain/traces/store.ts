import { runPrepared } from "#db/client.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { RailCall } from "./trace-of.ts";

const OWN = "account_id = $1 and mode = $2 and id = $3";

/** Finds the object behind an id, by the id's prefix. Ids with other prefixes are objects themselves. */
const ORIGINS: Readonly<Record<string, string>> = {
  evt: `select object_id as id from events where ${OWN}`,
  dlv: `select e.object_id as id
          from all_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
         where d.account_id = $1 and d.mode = $2 and d.id = $3`,
  ltr: `select source_id as id from ledger_transfers where ${OWN}`,
  txn: `select source_id as id from balance_transactions where ${OWN}`,
};

/** Finds the object that an object belongs to, by prefix. */
const CAUSES: Readonly<Record<string, string>> = {
  re: `select payment_id as id from refunds where ${OWN}`,
  dp: `select payment_id as id from disputes where ${OWN}`,
};

const MOST_PARTS = 50;

const OF_PAYMENT = `
  select id from refunds where account_id = $1 and mode = $2 and payment_id = $3
  union all select id from disputes where account_id = $1 and mode = $2 and payment_id = $3
   order by id limit ${MOST_PARTS}`;

/** Finds the objects that belong to an object, by prefix. */
const PARTS: Readonly<Record<string, string>> = {
  pay: OF_PAYMENT,
  bp: OF_PAYMENT,
  in: `select id from payments where account_id = $1 and mode = $2 and invoice_id = $3
        order by id limit ${MOST_PARTS}`,
};

async function idsBy(
  statements: Readonly<Record<string, string>>,
  name: string,
  ctx: Context,
  id: string,
): Promise<string[] | null> {
  const [prefix = ""] = id.split("_", 1);
  const text = statements[prefix];
  if (!text) return null;
  const values = [ctx.accountId, ctx.mode, id];
  const rows = await runPrepared<{ id: string }>(`traces.${name}_${prefix}`, text, values);
  return rows.map((row) => row.id);
}

/** The object behind an id: null when the id is an object's own, empty when it does not exist. Takes no lock. */
export const originOf = (ctx: Context, id: string) => idsBy(ORIGINS, "origin", ctx, id);

/** The object that an object belongs to; null for kinds that belong to none. Takes no lock. */
export const causeOf = (ctx: Context, id: string) => idsBy(CAUSES, "cause", ctx, id);

/** The objects that belong to an object, oldest first, at most 50. Takes no lock. */
export const partsOf = async (ctx: Context, id: string) =>
  (await idsBy(PARTS, "parts", ctx, id)) ?? [];

/** Manual captures are rail calls of their own; automatic ones are part of the authorisation. */
const RAIL_CALLS = `
  select id as "objectId", 'authorise' as asked, amount as "amountMinor", currency,
         coalesce(outcome, status) as status,
         coalesce(network_decline_code, decline_code) as code, rail_reference as reference,
         created_at as "askedAt", updated_at as "changedAt",
         -- For requires_capture, rail_check_at is when the authorisation is canceled.
         case when step is null and status <> 'requires_capture' then rail_check_at end as "askAgainAt"
    from payments where account_id = $1 and mode = $2 and id = any ($3::text[])
  union all
  select id, 'capture', coalesce(nullif(amount_captured, 0), capture_amount, amount), currency, status,
         null, rail_reference, updated_at, updated_at, rail_check_at
    from payments
   where account_id = $1 and mode = $2 and id = any ($3::text[]) and capture = 'manual'
     and (amount_captured > 0 or step = 'capture')
  union all
  select id, 'refund', amount, currency, status, failure_reason, rail_reference, created_at, updated_at,
         rail_check_at
    from refunds where account_id = $1 and mode = $2 and id = any ($3::text[])
  union all
  select id, 'pay_out', amount, currency, status, reason_code, rail_reference, sent_at, updated_at,
         rail_check_at
    from payouts where account_id = $1 and mode = $2 and id = any ($3::text[]) and sent_at is not null
  union all
  select id, 'set_up_mandate', null, null, status, failure_code, rail_reference, created_at, updated_at,
         rail_check_at
    from mandates where account_id = $1 and mode = $2 and id = any ($3::text[])`;

/** The rail calls of some objects with the time of each object's last change. Takes no lock. */
export async function railCallsFor(
  ctx: Context,
  objectIds: readonly string[],
): Promise<(Omit<RailCall, "answeredAt"> & { changedAt: Date })[]> {
  return await runPrepared("traces.rail_calls", RAIL_CALLS, [ctx.accountId, ctx.mode, objectIds]);
}
