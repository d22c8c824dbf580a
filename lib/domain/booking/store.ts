import { and, eq } from "drizzle-orm";
import { db, getExportPool } from "#db/client.ts";
import { type RunPrepared, snapshot } from "#db/prepared.ts";
import { bookingSettings as t } from "#db/schema/booking.ts";
import type { Tx } from "#db/transact.ts";
import { LEDGER_ACCOUNTS } from "#lib/domain/ledger/index.ts";
import { dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import { addDays } from "#lib/kernel/period.ts";
import type { JournalLayout, JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import { BOOKED_KINDS, type DaySum, SINGLE_KINDS } from "./entries.ts";
import type { BookingPlan } from "./plan-booking.ts";

type Owner = Pick<Context, "accountId" | "mode">;

/** The saved settings of a program; null before the first. Takes no lock. */
export async function findSettings(
  { accountId, mode }: Owner,
  layout: JournalLayout,
  tx?: Tx,
): Promise<JournalSettings | null> {
  const [row] = await (tx ?? db())
    .select()
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.layout, layout)));
  return row?.settings ?? null;
}

export async function saveSettings(
  tx: Tx,
  { accountId, mode }: Owner,
  row: { layout: JournalLayout; settings: JournalSettings; updatedAt: Date },
): Promise<void> {
  const { settings, updatedAt } = row;
  await tx
    .insert(t)
    .values({ accountId, mode, ...row })
    .onConflictDoUpdate({
      target: [t.accountId, t.mode, t.layout],
      set: { settings, updatedAt },
    });
}

/** The currencies in which the account ever booked something, that is sealed. Takes no lock. */
export async function findCurrencies({ accountId, mode }: Owner): Promise<string[]> {
  return await snapshot({ plans: "kept" }, async (run) => {
    const rows = await run<{ currency: string }>("booking.currencies", CURRENCIES, [
      accountId,
      mode,
      LEDGER_ACCOUNTS.merchantBalance,
      LEDGER_ACCOUNTS.payoutBalance,
    ]);
    return rows.map(({ currency }) => currency);
  });
}

/** Reads the next currency through the primary key, however many days each has. */
const CURRENCIES = `
  with recursive found as (
    select accounts.account, (select min(currency) from ledger_days
        where account_id = $1 and mode = $2 and account = accounts.account) as currency
      from unnest(array[$3, $4]::text[]) accounts(account)
    union all
    select f.account, (select min(currency) from ledger_days
        where account_id = $1 and mode = $2 and account = f.account and currency > f.currency)
      from found f where f.currency is not null
  )
  select distinct currency from found where currency is not null order by currency`;

/** The real time of a transfer is in its id; in live mode none is dated after it, or an hour before it. */
const BOOKED_BEFORE_MS = HOUR_MS;

export type Booked = { sums: DaySum[]; openingMinor: bigint };

/** Reads a period's sums per day and kind, and the Paydesk balance before it, from one snapshot. `starts` has the first
 *  moment of each day, and the first one after the last day. */
export async function readBooked(plan: BookingPlan, starts: readonly Date[]): Promise<Booked> {
  const options = { plans: "anew", unhurried: true, pool: getExportPool() } as const;
  return await snapshot(options, async (run) => ({
    sums: await readSums(run, plan, starts),
    openingMinor: await readOpening(run, plan, starts[0]!),
  }));
}

/** No transfer of the test mode has a lower id. */
const lowestId = ({ mode }: BookingPlan, moment: Date) =>
  mode === "live" ? idLowerBound("ltr", moment.getTime() - BOOKED_BEFORE_MS) : "";

async function readSums(
  run: RunPrepared,
  plan: BookingPlan,
  starts: readonly Date[],
): Promise<DaySum[]> {
  const { accountId, mode, currency } = plan;
  const [from, to] = [starts[0]!, starts.at(-1)!];
  await run("booking.by_hash", BY_HASH, []);
  const rows = await run<Omit<DaySum, "day"> & { nth: number }>("booking.sums", SUMS, [
    ...[accountId, mode, currency, lowestId(plan, from), from, to],
    ...[starts, [...BOOKED_KINDS], [...SINGLE_KINDS]],
  ]);
  return rows.map(({ nth, ...sum }) => ({ day: addDays(plan.from, nth - 1), ...sum }));
}

/** Few groups of many rows: the planner would sort them all if it has no statistics yet. */
const BY_HASH = "select set_config('enable_sort', 'off', true)";

/** Days are given by their starts: the database can have other rules of a zone than the runtime, which made the range. */
const SUMS = `
  select sums.nth, sums.kind, sums.source as "sourceId",
         s.bank_reference as "bankReference", sums.amount as "amountMinor", sums.count
    from (select width_bucket(created_at, $7::timestamptz[]) as nth, kind,
                 case when kind = any ($9::text[]) then source_id end as source,
                 sum(amount)::bigint as amount, count(*)::int as count
            from ledger_transfers
           where account_id = $1 and mode = $2 and currency = $3 and id >= $4
             and created_at >= $5 and created_at < $6 and kind = any ($8::text[])
           group by 1, 2, 3) sums
    left join settlements s on s.account_id = $1 and s.mode = $2 and s.id = sums.source
   order by sums.nth, array_position($8::text[], sums.kind), sums.source`;

/** Sealed transfers of whole UTC days are in the sums of days; those of the last day and those since are added. */
async function readOpening(run: RunPrepared, plan: BookingPlan, from: Date): Promise<bigint> {
  const { accountId, mode, currency } = plan;
  const day = from.toISOString().slice(0, 10);
  const midnight = dateFromMs(Date.parse(day));
  const [row] = await run<{ minor: bigint }>("booking.opening", OPENING, [
    ...[accountId, mode, currency, LEDGER_ACCOUNTS.merchantBalance, day],
    ...[lowestId(plan, midnight), midnight, from],
  ]);
  return row?.minor ?? 0n;
}

const NET = "case when t.credit = $4 then t.amount else -t.amount end";

const OPENING = `
  select coalesce(sum(net), 0)::bigint as minor from (
    select credits - debits as net from ledger_days
     where account_id = $1 and mode = $2 and account = $4 and currency = $3 and day < $5::date
    union all
    select ${NET} from ledger_unsealed u cross join unnest(u.ids) i(id)
      join ledger_transfers t on t.account_id = u.account_id and t.id = i.id
     where u.account_id = $1 and u.mode = $2 and t.currency = $3 and $4 in (t.debit, t.credit)
       and t.created_at < $7
    union all
    select ${NET} from ledger_transfers t
     where t.account_id = $1 and t.mode = $2 and t.currency = $3 and t.id >= $6
       and $4 in (t.debit, t.credit) and t.created_at >= $7 and t.created_at < $8
  ) nets`;
