// Runs alone: its partitions must be empty.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { outage } from "#test/replay-rows.ts";
import { knownToBeEmpty, rowsRead } from "#test/watch-database.ts";
import { advanceReplay, createReplay, getReplay, PACE, steerReplay } from "./index.ts";

const TABLES = ["deliveries", "events", "replay_items"];
const MISSING = 2_000;
const SENT = 200;

before(() => knownToBeEmpty(TABLES));

test("a step right after an outage reads rows in proportion to what it sends and cancels the replaced retries", async () => {
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant, { url: "https://example.com/", events: ["none"] });
  await outage(merchant, endpoint, MISSING, { status: "retrying" });
  const { id } = await createReplay(merchant.ctx.test, { from: dateFromMs(nowMs() - HOUR_MS) });
  const step = async () => {
    await getPool().query("update replays set due_at = $1 where id = $2", [
      dateFromMs(nowMs()),
      id,
    ]);
    await advanceReplay({ accountId: merchant.account.id, id }, { ...PACE, canary: SENT });
    return await getReplay(merchant.ctx.test, id);
  };
  while (!(await step()).frozen);
  const readBefore = await rowsRead(TABLES);
  assert.equal((await step()).sent, SENT);
  const read = (await rowsRead(TABLES)) - readBefore;
  assert.ok(read < 40 * SENT, `${read} rows were read for ${SENT}`);

  const canceled = await steerReplay(merchant.ctx.test, id, "cancel");
  assert.deepEqual([canceled.sent, canceled.skipped], [SENT, MISSING - SENT]);
  const { rows } = await getPool().query(
    `select status, replay_of is null as original, count(*)::int as n from deliveries
      where endpoint_id = $1 group by 1, 2 order by 3, 1`,
    [endpoint],
  );
  assert.deepEqual(rows, [
    { status: "canceled", original: true, n: SENT },
    { status: "pending", original: false, n: SENT },
    { status: "retrying", original: true, n: MISSING - SENT },
  ]);
  const { rows: claims } = await getPool().query(
    "select count(*)::int as n from replay_claims where replay_id = $1",
    [id],
  );
  assert.equal(claims[0].n, SENT, "queued items keep their claims");
});
