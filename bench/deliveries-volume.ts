// Accounts with very many deliveries of the last 30 days, as after a month of traffic.

import type pg from "pg";
import { getOwnerPool } from "#db/owner.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import { endpointRow } from "#test/hook-rows.ts";
import type { Merchant } from "#test/merchant.ts";

const DAYS = 30;
/** Ids of one time bucket have the same millisecond, so a bucket is short. */
const BUCKETS_OF_A_DAY = 1_000;
const ENDPOINTS = 10;

const TYPES = "array['payment.succeeded', 'payment.failed', 'refund.succeeded', 'payout.settled']";

const EVENTS = `
  insert into events (account_id, id, mode, type, object_id, version, data, created_at)
  select $1, 'evt_' || b.time || lpad(i::text, 16, '0'), 'test', (${TYPES})[1 + (i + b.at) % 4],
         'pay_' || b.time || lpad(i::text, 16, '0'), '2026-04-01', '{}', b.created_at
    from unnest($2::text[], $3::timestamptz[], $4::int[]) as b (time, created_at, at)
    cross join generate_series(1, $5::int / ${ENDPOINTS}) i
      on conflict do nothing`;

/** Per 100 deliveries, 94 arrived, four failed, one waits for its retry and one is held. */
const DELIVERIES = `
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, status,
                          attempt_count, next_attempt_at, last_response_status, last_failure_cause,
                          created_at, finished_at)
  select $1, 'dlv_' || b.time || lpad(i::text, 16, '0'), 'test',
         'evt_' || b.time || lpad(e.no::text, 16, '0'), (${TYPES})[1 + (e.no + b.at) % 4],
         'pay_' || b.time || lpad(e.no::text, 16, '0'), ($6::text[])[1 + i % ${ENDPOINTS}], s.status,
         case s.status when 'delivered' then 1 when 'held' then 0 else 3 end,
         case s.status when 'retrying' then now() + interval '1 day' end,
         case when s.status = 'delivered' then 200
              when s.status <> 'held' and e.luck % 3 = 0 then 500
              when s.status <> 'held' and e.luck % 3 = 1 then 404 end,
         case when s.status not in ('delivered', 'held')
              then (array['http_server_error', 'http_client_error', 'response_timeout'])[1 + e.luck % 3] end,
         b.created_at, case when s.status in ('delivered', 'failed') then b.created_at end
    from unnest($2::text[], $3::timestamptz[], $4::int[]) as b (time, created_at, at)
    cross join generate_series(0, $5::int - 1) i
    cross join lateral (select i / ${ENDPOINTS} + 1 as no, (i * 7919 + b.at * 1047) % 10007 as luck) e
    cross join lateral (select case when e.luck % 100 < 94 then 'delivered' when e.luck % 100 < 98 then 'failed'
                                    when e.luck % 100 = 98 then 'retrying' else 'held' end as status) s`;

/** Writes `count` deliveries of a tenth as many events to ten endpoints, on the days from the first
 *  number of days ago to before the second. Takes minutes for millions; skips days that an earlier run filled. */
export async function fillDeliveries(
  merchant: Pick<Merchant, "account">,
  count: number,
  [from, to]: readonly [number, number] = [DAYS, 0],
): Promise<void> {
  const client = await getOwnerPool().connect();
  try {
    await client.query("set statement_timeout = 0");
    const today = nowMs() - (nowMs() % DAY_MS);
    await ensurePartitions(client, { nowMs: today, daysBack: from, daysAhead: 1 });
    const endpoints = await endpointsOf(client, merchant);
    const ofDay = count / (from - to);
    const perDay = Math.min(BUCKETS_OF_A_DAY, Math.ceil(ofDay / ENDPOINTS));
    const each = Math.round(ofDay / perDay / ENDPOINTS) * ENDPOINTS;
    for (let day = from; day > to; day--) {
      await fillDay(client, { merchant, endpoints, fromMs: today - day * DAY_MS, perDay, each });
    }
    await client.query("vacuum (analyze) deliveries");
    await client.query("vacuum (analyze) events");
  } finally {
    client.release(true);
  }
}

async function endpointsOf(
  client: pg.PoolClient,
  merchant: Pick<Merchant, "account">,
): Promise<string[]> {
  const text = "select id from webhook_endpoints where account_id = $1 order by id";
  const { rows } = await client.query<{ id: string }>(text, [merchant.account.id]);
  const endpoints = rows.map(({ id }) => id);
  while (endpoints.length < ENDPOINTS) endpoints.push(await endpointRow(merchant));
  return endpoints;
}

const IS_FILLED = "select from deliveries where account_id = $1 and id >= $2 and id < $3 limit 1";

async function fillDay(
  client: pg.PoolClient,
  day: {
    merchant: Pick<Merchant, "account">;
    endpoints: string[];
    fromMs: number;
    perDay: number;
    each: number;
  },
): Promise<void> {
  const { merchant, endpoints, fromMs, perDay, each } = day;
  const ends = [fromMs, fromMs + DAY_MS].map((ms) => idLowerBound("dlv", ms));
  const filled = await client.query(IS_FILLED, [merchant.account.id, ...ends]);
  if (filled.rowCount) return;
  const moments = Array.from({ length: perDay }, (_, n) => fromMs + (n * DAY_MS) / perDay);
  const buckets = moments.map(Math.floor);
  const values = [
    merchant.account.id,
    buckets.map((ms) => idLowerBound("dlv", ms).slice("dlv_".length)),
    buckets.map((ms) => dateFromMs(ms)),
    buckets.map((_, n) => n),
    each,
  ];
  await client.query(EVENTS, values);
  await client.query(DELIVERIES, [...values, endpoints]);
}
