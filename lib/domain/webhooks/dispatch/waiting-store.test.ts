import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { HOUR_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { clearQueue, endpointRow, queueNewDeliveries } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { outage } from "#test/replay-rows.ts";
import { updateEndpointIn } from "../endpoints/change-endpoint.ts";
import { newQueuePlace } from "../index.ts";

test("of a backlog of new deliveries the oldest are held at once, and the rest when a worker takes them", async () => {
  await clearQueue();
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant);
  await getPool().query(
    `insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at)
     select $1, $2 || lpad(n::text, 14, '0'), 'test', 'evt_gone', 'payment.succeeded', 'pay_1', $3, now()
       from generate_series(1, 10020) n`,
    [merchant.account.id, idLowerBound("dlv", nowMs()), endpoint],
  );
  const counts = async () => {
    const { rows } = await getPool().query(
      `select (select count(*)::int from new_deliveries where endpoint_id = $1) as fresh,
              (select count(*)::int from deliveries where endpoint_id = $1 and status = 'held') as held`,
      [endpoint],
    );
    return rows[0];
  };
  await transact((tx) =>
    updateEndpointIn(tx, merchant.ctx.test, endpoint, { status: "disabled" }, null),
  );
  assert.deepEqual(await counts(), { fresh: 20, held: 10_000 });
  await queueNewDeliveries();
  assert.deepEqual(await counts(), { fresh: 0, held: 10_020 });
});

test("a long backlog is held in parts: what is due first at once, and the rest when it is due", async () => {
  await clearQueue();
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant);
  await outage(merchant, endpoint, 10_020, { status: "retrying" });
  const late = "update deliveries set next_attempt_at = now() + interval '2 hours'";
  await getPool().query(
    `${late} where endpoint_id = $1 and id in (select id from deliveries where endpoint_id = $1 order by id limit 20)`,
    [endpoint],
  );
  const become = (changes: object) =>
    transact((tx) => updateEndpointIn(tx, merchant.ctx.test, endpoint, changes, null));
  const counts = async () => {
    const { rows } = await getPool().query(
      "select status, count(*)::int as n from deliveries where endpoint_id = $1 group by 1 order by 1",
      [endpoint],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };
  await become({ status: "disabled" });
  assert.deepEqual(await counts(), { held: 10_000, retrying: 20 });
  const { rows } = await getPool().query(
    "select bool_and(next_attempt_at > now() + interval '1 hour') as late from deliveries where endpoint_id = $1 and status = 'retrying'",
    [endpoint],
  );
  assert.equal(rows[0].late, true);
  const at = nowMs() + 3 * HOUR_MS;
  const restore = useClock({ nowMs: () => at });
  try {
    const claimed = await claimDueDeliveries(
      {
        ...{ status: "retrying", limit: 50, perEndpoint: 50, perFailingEndpoint: 50, passOver: [] },
        ...{ accounts: { most: 100, underWay: new Map() }, whole: true, place: newQueuePlace() },
        leaseMs: 30_000,
      },
      () => "{}",
    );
    assert.deepEqual(claimed, [], "a disabled endpoint gets nothing");
  } finally {
    restore();
  }
  assert.deepEqual(await counts(), { held: 10_020 });
  await become({ status: "enabled", sendHeld: true });
  assert.deepEqual(await counts(), { retrying: 10_020 });
});
