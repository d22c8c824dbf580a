import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { pinVersion } from "#lib/domain/accounts/index.ts";
import { createKey, rotateKey } from "#lib/domain/keys/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const day = (count: number) =>
  dateFromMs(nowMs() + count * DAY_MS)
    .toISOString()
    .slice(0, 10);
const AROUND = `during=${day(-2)}..${day(1)}`;

const incidentOf = (merchant: Merchant, mode: string, since: Date) =>
  getPool().query(
    `insert into incidents (account_id, id, mode, dimension, value, since, opened_at, until, resolved_at, usual_of,
                            usual_declined, current_of, current_declined, least_declines, per_hour)
     values ($1, $2, $3, 'issuer', 'Nordlicht Bank', $4, $4, $4, $4, 480, 48, 12, 11, 6, 20)`,
    [merchant.account.id, newIdAt("inc", nowMs()), mode, since],
  );

test("the charts of a period mark its incidents, pin changes and key rotations, oldest first, of this account and mode", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  assert.deepEqual((await visitor.get(`/test/markers?${AROUND}`)).body, { markers: [] });
  const since = dateFromMs(nowMs() - DAY_MS);
  await incidentOf(merchant, "test", since);
  await incidentOf(merchant, "test", dateFromMs(nowMs() - 9 * DAY_MS));
  const { key } = await createKey(merchant.ctx.test, { kind: "secret", name: "Till" });
  const second = await rotateKey(merchant.ctx.test, key.id, { name: "Till (2)" });
  await pinVersion(merchant.ctx.test, { version: "2025-10-01", from: NEWEST_VERSION });
  const { markers } = (await visitor.get(`/test/markers?${AROUND}`)).body;
  const kinds = ["incident", "rotation", "pin"];
  type Marker = { at: string; kind: string };
  const order = (one: Marker, two: Marker) => kinds.indexOf(one.kind) - kinds.indexOf(two.kind);
  // The rotation and the pin may be of the same second.
  assert.deepEqual(
    markers.toSorted(order).map(({ at, ...marker }: Marker) => marker),
    [
      {
        ...{ kind: "incident", dimension: "issuer", value: "Nordlicht Bank" },
        until: since.toISOString(),
      },
      { kind: "rotation", keyId: second.key.id, name: "Till (2)" },
      { kind: "pin", from: NEWEST_VERSION, to: "2025-10-01" },
    ],
  );
  const times = markers.map(({ at }: Marker) => at);
  assert.deepEqual(times, times.toSorted());
  assert.equal(markers[0].at, since.toISOString());
  assert.deepEqual((await visitor.get(`/live/markers?${AROUND}`)).body, { markers: [] });
  const stranger = await signedIn(await createMerchant());
  assert.deepEqual((await stranger.get(`/test/markers?${AROUND}`)).body, { markers: [] });
});

test("markers need a session and a period", async () => {
  assert.equal((await new DashboardVisitor().get(`/test/markers?${AROUND}`)).status, 401);
  const visitor = await signedIn(await createMerchant());
  for (const query of ["", "?during=", "?during=2026-11-01..2026-13-01"]) {
    const refused = await visitor.get(`/test/markers${query}`);
    assert.deepEqual([refused.status, refused.body.error.param], [400, "during"], query);
  }
});
