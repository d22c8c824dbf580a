import { runPrepared } from "#db/client.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import type { IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";
import type { Quarter } from "./excursions.ts";
import type { Owner, Period } from "./types.ts";

// Occurrences in a period, from sums and rows that are kept anyway. Each statement reads by an index only what is in the
// period, so its cost does not grow with the account's history.

const QUARTERS = `
  with recursive known (currency) as (
    (select currency from outcome_rollups
      where account_id = $1 and mode = $2 and dimension = 'all' and grain = 0
      order by currency limit 1)
    union all
    select next.currency from known
     cross join lateral (
       select currency from outcome_rollups
        where account_id = $1 and mode = $2 and dimension = 'all' and grain = 0
          and currency > known.currency
        order by currency limit 1
     ) next
  )
  select (extract(epoch from r.bucket) * 1000)::float8 as "startMs",
         sum(r.approved + r.declined)::int as of, sum(r.declined)::int as declined
    from known k
    join outcome_rollups r
      on r.account_id = $1 and r.mode = $2 and r.dimension = 'all' and r.grain = 0
     and r.currency = k.currency and r.bucket >= $3 and r.bucket < $4
   group by r.bucket order by r.bucket`;

/** Decided payments of all currencies by quarter of an hour, in order; quarters without payments are left out. */
export function listQuarters(owner: Owner, period: Period): Promise<Quarter[]> {
  return runPrepared<Quarter>("alerts.quarters", QUARTERS, values(owner, period));
}

const values = ({ accountId, mode }: Owner, { from, to }: Period) => [accountId, mode, from, to];

export type IncidentRow = {
  id: string;
  dimension: IncidentDimension;
  value: string;
  openedAt: Date;
  resolvedAt: Date | null;
};

const INCIDENTS = `
  select id, dimension, value, opened_at as "openedAt", resolved_at as "resolvedAt" from incidents
   where account_id = $1 and mode = $2 and opened_at >= $3 and opened_at < $4 order by opened_at`;

export function listIncidents(owner: Owner, period: Period): Promise<IncidentRow[]> {
  return runPrepared<IncidentRow>("alerts.incidents", INCIDENTS, values(owner, period));
}

export type OutageRow = { endpointId: string; since: Date; hours: number; url: string | null };

const OUTAGES = `
  select o.endpoint_id as "endpointId", o.since, o.hours, e.url
    from endpoint_outages o
    left join webhook_endpoints e on e.account_id = o.account_id and e.id = o.endpoint_id
   where o.account_id = $1 and o.mode = $2 and o.since >= $3 and o.since < $4 and o.hours >= $5
   order by o.since`;

/** Outages that began in a period and lasted at least `hours`. */
export function listOutages(owner: Owner, period: Period, hours: number): Promise<OutageRow[]> {
  return runPrepared<OutageRow>("alerts.outages", OUTAGES, [...values(owner, period), hours]);
}

export type DisputeRow = {
  id: string;
  amountMinor: bigint;
  currency: string;
  evidenceDueBy: Date;
  isAnswered: boolean;
};

/** Older disputes have no reminder in a period that a rule is tried on: a deadline is weeks after the creation. */
const REMINDED_DAYS = 100;

const DISPUTES = `
  select d.id, d.amount::text as amount, d.currency, d.evidence_due_by as "evidenceDueBy",
         d.status <> 'needs_response' as "isAnswered"
    from disputes d
   where d.account_id = $1 and d.mode = $2 and d.id >= $6
     and d.evidence_due_by - $5::int * interval '1 day' >= $3
     and d.evidence_due_by - $5::int * interval '1 day' < $4
     and (d.status = 'needs_response'
          or d.updated_at > d.evidence_due_by - $5::int * interval '1 day')
   order by d.evidence_due_by, d.id`;

/** Disputes whose reminder, `days` before their deadline, fell into a period while they were unanswered. */
export async function listReminders(
  owner: Owner,
  period: Period,
  days: number,
): Promise<DisputeRow[]> {
  const oldest = idLowerBound("dp", nowMs() - REMINDED_DAYS * DAY_MS);
  const rows = await runPrepared<Omit<DisputeRow, "amountMinor"> & { amount: string }>(
    "alerts.reminders",
    DISPUTES,
    [...values(owner, period), days, oldest],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

const NEXT_REMINDER = `
  select min(d.evidence_due_by - $4::int * interval '1 day') as at from disputes d
   where d.account_id = $1 and d.mode = $2 and d.status = 'needs_response'
     and d.rail_check_at is not null and d.evidence_due_by - $4::int * interval '1 day' > $3`;

/** The first reminder after a moment; null without one. */
export async function nextReminder(
  { accountId, mode }: Owner,
  after: Date,
  days: number,
): Promise<Date | null> {
  const [row] = await runPrepared<{ at: Date | null }>("alerts.next_reminder", NEXT_REMINDER, [
    ...[accountId, mode, after, days],
  ]);
  return row?.at ?? null;
}

export type PayoutRow = {
  id: string;
  amountMinor: bigint;
  currency: string;
  beneficiaryName: string;
  reasonCode: string | null;
  at: Date;
};

const RETURNED = `
  select id, amount::text as amount, currency, beneficiary_name as "beneficiaryName",
         reason_code as "reasonCode", updated_at as at
    from payouts
   where account_id = $1 and mode = $2 and status = 'returned' and updated_at >= $3 and updated_at < $4
   order by updated_at, id`;

export async function listReturned(owner: Owner, period: Period): Promise<PayoutRow[]> {
  const rows = await runPrepared<Omit<PayoutRow, "amountMinor"> & { amount: string }>(
    "alerts.returned",
    RETURNED,
    values(owner, period),
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

export type SettlementRow = { id: string; netMinor: bigint; currency: string; at: Date };

/** A settlement fails on its day of arrival. */
const FAILED_SETTLEMENTS = `
  select s.id, s.net::text as net, s.currency, s.arrives_at as at
    from settlements s
   where s.account_id = $1 and s.mode = $2 and s.status = 'failed'
     and s.arrives_at >= $3 and s.arrives_at < $4
   order by s.arrives_at, s.id`;

export async function listFailedSettlements(
  owner: Owner,
  period: Period,
): Promise<SettlementRow[]> {
  const rows = await runPrepared<Omit<SettlementRow, "netMinor"> & { net: string }>(
    "alerts.failed_settlements",
    FAILED_SETTLEMENTS,
    values(owner, period),
  );
  return rows.map(({ net, ...row }) => ({ ...row, netMinor: BigInt(net) }));
}

const FINDINGS = `
  select to_char(found_at at time zone 'UTC', 'YYYY-MM-DD') as day, min(found_at) as at, count(*)::int as rows
    from book_findings
   where account_id = $1 and mode = $2 and found_at >= $3 and found_at < $4
   group by 1 order by 1`;

/** Findings of the books' check by day of UTC; those that were corrected since are not kept. */
export function listFindings(
  owner: Owner,
  period: Period,
): Promise<{ day: string; at: Date; rows: number }[]> {
  return runPrepared("alerts.findings", FINDINGS, values(owner, period));
}

export type NewAddressRow = {
  keyId: string;
  name: string;
  day: string;
  at: Date;
  addresses: string[];
};

/** An address of a key's first day is no news. */
const NEW_ADDRESSES = `
  select a.key_id as "keyId", k.name, to_char(a.first_at at time zone 'UTC', 'YYYY-MM-DD') as day,
         min(a.first_at) as at, array_agg(a.address order by a.first_at, a.address) as addresses
    from api_key_addresses a
    join api_keys k on k.account_id = a.account_id and k.id = a.key_id
   where a.account_id = $1 and k.mode = $2 and a.first_at >= $3 and a.first_at < $4
     and exists (select 1 from api_key_addresses e
                  where e.account_id = a.account_id and e.key_id = a.key_id
                    and e.first_at < a.first_at - interval '1 day')
   group by 1, 2, 3 order by 4, 1`;

/** New addresses by key and day of UTC, in real time. */
export function listNewAddresses(owner: Owner, period: Period): Promise<NewAddressRow[]> {
  return runPrepared<NewAddressRow>("alerts.new_addresses", NEW_ADDRESSES, values(owner, period));
}
