import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { pinVersion } from "#lib/domain/accounts/index.ts";
import { createKey, rotateKey } from "#lib/domain/keys/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";

type Marker = { at: string; kind: string };

const CHARTS_OF_PAYMENTS = ["home", "reports/declines", "reports/interchange"];

const incidentOf = (merchant: Merchant, mode: string, since: Date) =>
  getPool().query(
    `insert into incidents (account_id, id, mode, dimension, value, since, opened_at, until, resolved_at, usual_of,
                            usual_declined, current_of, current_declined, least_declines, per_hour)
     values ($1, $2, $3, 'issuer', 'Nordlicht Bank', $4, $4, $4, $4, 480, 48, 12, 11, 6, 20)`,
    [merchant.account.id, newIdAt("inc", nowMs()), mode, since],
  );

/** An account with an incident of yesterday and one of two months ago, a rotated key and a changed pin. */
async function prepare() {
  const till = await openTill();
  const ctx = till.ctx.test;
  const since = dateFromMs(nowMs() - DAY_MS);
  await incidentOf(till, "test", since);
  await incidentOf(till, "test", dateFromMs(nowMs() - 60 * DAY_MS));
  const { key: first } = await createKey(ctx, { kind: "secret", name: "Till" });
  const { key } = await rotateKey(ctx, first.id, { name: "Till (2)" });
  await pinVersion(ctx, { version: "2025-10-01", from: NEWEST_VERSION });
  const { endpoint } = await createEndpoint(ctx, {
    ...{ url: "https://shop.example/hook", events: ["payment.succeeded"] },
  });
  const incident = {
    ...{ kind: "incident", dimension: "issuer", value: "Nordlicht Bank" },
    until: since.toISOString(),
  };
  const changes = [
    { kind: "pin", from: NEWEST_VERSION, to: "2025-10-01" },
    { kind: "rotation", keyId: key.id, name: "Till (2)" },
  ];
  const chartsOfRequests = ["versions", `keys/${key.id}`, `endpoints/${endpoint.id}/history`];
  return { till, visitor: await signedIn(till), incident, changes, chartsOfRequests };
}

async function markersOf(visitor: DashboardVisitor, path: string): Promise<Marker[]> {
  const { status, body } = await visitor.get(path);
  assert.equal(status, 200, path);
  const times = body.markers.map(({ at }: Marker) => at);
  assert.deepEqual(times, times.toSorted(), "oldest first");
  // The rotation and the pin may be of the same second.
  return body.markers
    .toSorted((one: Marker, two: Marker) => one.kind.localeCompare(two.kind))
    .map(({ at, ...marker }: Marker) => marker);
}

test("charts of payments mark incidents, pin changes and key rotations of their period, account and mode", async () => {
  const { visitor, incident, changes } = await prepare();
  const stranger = await signedIn(await createMerchant());
  for (const chart of CHARTS_OF_PAYMENTS) {
    assert.deepEqual(await markersOf(visitor, `/test/${chart}`), [incident, ...changes]);
    assert.deepEqual(await markersOf(visitor, `/live/${chart}`), []);
    assert.deepEqual(await markersOf(stranger, `/test/${chart}`), []);
  }
  const period = (days: number) =>
    dateFromMs(nowMs() - days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  const before = `period=${period(62)}..${period(58)}`;
  const [old] = await markersOf(visitor, `/test/reports/declines?${before}`);
  assert.equal(old?.kind, "incident");
  assert.deepEqual(
    await markersOf(visitor, `/test/reports/interchange?period=${period(20)}..${period(10)}`),
    [],
  );
});

test("charts of requests mark pin changes and key rotations", async () => {
  const { visitor, changes, chartsOfRequests } = await prepare();
  for (const chart of chartsOfRequests) {
    assert.deepEqual(await markersOf(visitor, `/test/${chart}`), changes, chart);
  }
});

test("with the sandbox clock ahead, charts of payments mark only what has a time by that clock", async () => {
  const { till, visitor, incident, changes, chartsOfRequests } = await prepare();
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  for (const chart of CHARTS_OF_PAYMENTS) {
    assert.deepEqual(await markersOf(visitor, `/test/${chart}`), [incident]);
  }
  assert.deepEqual(await markersOf(visitor, `/test/${chartsOfRequests[0]}`), changes);
});
