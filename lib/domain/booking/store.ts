import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { type RunPrepared, snapshot } from "#db/prepared.ts";
import { bookingSettings as t } from "#db/schema/booking.ts";
import type { Tx } from "#db/transact.ts";
import { LEDGER_ACCOUNTS } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import { localMomentSql } from "#lib/kernel/period.ts";
import type { JournalLayout, JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import { BOOKED_KINDS, type DaySum, SINGLE_KINDS } from "./entries.ts";
import type { BookingPlan } from "./plan-booking.ts";

type Owner = Pick<Context, "accountId" | "mode">;

/** The saved settings of a program; null before the first. Takes no lock. */
export async function findSettings(
  { accountId, mode }: Owner,
  layout: JournalLayout,
): Promise<JournalSettings | null> {
  const [row] = await db()
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
const BOOKED_BEFORE_MS = 3_600_000;

export type Booked = { sums: DaySum[]; openingMinor: bigint };

/** Reads a period's sums per day and kind, and the Paydesk balance before it, from one snapshot. */
export async function readBooked(
  plan: BookingPlan,
  bounds: { fromMs: number; fromDayMs: number },
): Promise<Booked> {
  return await snapshot({ plans: "anew", unhurried: true }, async (run) => ({
    sums: await readSums(run, plan, bounds.fromMs),
    openingMinor: await readOpening(run, plan, bounds.fromDayMs),
  }));
}

/** No transfer of the test mode has a lower id. */
const lowestId = ({ mode }: BookingPlan, ms: number) =>
  mode === "live" ? idLowerBound("ltr", ms - BOOKED_BEFORE_MS) : "";

async function readSums(run: RunPrepared, plan: BookingPlan, fromMs: number): Promise<DaySum[]> {
  const { accountId, mode, currency, timezone, from, to } = plan;
  const rows = await run<DaySum>("booking.sums", SUMS, [
    ...[accountId, mode, currency, timezone],
    ...[`${from}T00:00:00`, `${to}T00:00:00`, lowestId(plan, fromMs)],
    ...[[...BOOKED_KINDS], [...SINGLE_KINDS]],
  ]);
  return rows;
}

const SUMS = `
  select sums.*, s.bank_reference as "bankReference"
    from (select to_char(created_at at time zone $4, 'YYYY-MM-DD') as day, kind,
                 case when kind = any ($9::text[]) then source_id end as "sourceId",
                 sum(amount)::bigint as "amountMinor", count(*)::int as count
            from ledger_transfers
           where account_id = $1 and mode = $2 and currency = $3 and id >= $7
             and kind = any ($8::text[])
             and created_at >= ${localMomentSql("$5", "$4")}
             and created_at < ${localMomentSql("$6", "$4")}
           group by 1, 2, 3) sums
    left join settlements s
      on s.account_id = $1 and s.mode = $2 and s.id = sums."sourceId"
   order by day, array_position($8::text[], kind), "sourceId"`;

/** Sealed transfers of whole UTC days are in the sums of days; the others of these days and those since are added. */
async function readOpening(run: RunPrepared, plan: BookingPlan, dayMs: number): Promise<bigint> {
  const { accountId, mode, currency, timezone, from } = plan;
  const [row] = await run<{ minor: bigint }>("booking.opening", OPENING, [
    ...[accountId, mode, currency, timezone],
    ...[`${from}T00:00:00`, lowestId(plan, dayMs), LEDGER_ACCOUNTS.merchantBalance],
  ]);
  return row?.minor ?? 0n;
}

const NET = "case when t.credit = $7 then t.amount else -t.amount end";

const OPENING = `
  with bound as (select moment, (moment at time zone 'UTC')::date as day
                   from (select ${localMomentSql("$5", "$4")} as moment) m)
  select coalesce(sum(net), 0)::bigint as minor from (
    select d.credits - d.debits as net from ledger_days d, bound
     where d.account_id = $1 and d.mode = $2 and d.account = $7 and d.currency = $3 and d.day < bound.day
    union all
    select ${NET} from ledger_unsealed u cross join unnest(u.ids) i(id)
      join ledger_transfers t on t.account_id = u.account_id and t.id = i.id
      cross join bound
     where u.account_id = $1 and u.mode = $2 and t.currency = $3 and $7 in (t.debit, t.credit)
       and (t.created_at at time zone 'UTC')::date < bound.day
    union all
    select ${NET} from ledger_transfers t, bound
     where t.account_id = $1 and t.mode = $2 and t.currency = $3 and t.id >= $6 and $7 in (t.debit, t.credit)
       and t.created_at >= bound.day::timestamp at time zone 'UTC' and t.created_at < bound.moment
  ) nets`;
