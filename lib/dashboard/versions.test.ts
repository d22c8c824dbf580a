import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { pinVersion } from "#lib/domain/accounts/index.ts";
import { countKeyUse } from "#lib/domain/keys/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, HOUR_MS, useClock } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { type AnyBody, api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const client = api();
const NEWEST = NEWEST_VERSION;
const MIDDLE = "2025-10-01";

const charge = (merchant: Merchant, card: string, version?: string) =>
  client.call<AnyBody>(
    merchant.keys.test.secret,
    "POST",
    "/v1/payments",
    { amount: 1000, currency: "EUR", method: "card", payment_method: `pm_test_${card}` },
    version ? { "Service-Version": version } : {},
  );

async function versionOf(merchant: Merchant, mode: Mode, header?: string): Promise<string | null> {
  const answer = await client.call(merchant.keys[mode].secret, "GET", "/v1/customers", undefined, {
    ...(header ? { "Service-Version": header } : {}),
  });
  return answer.headers.get("Service-Version");
}

test("a changed pin applies to the next request, and the version header still overrides it", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  assert.equal(await versionOf(merchant, "test"), NEWEST);
  const changed = await visitor.post("/test/versions", { version: MIDDLE, from: NEWEST });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.pin, MIDDLE);
  const { from, to, by } = changed.body.lastChange;
  assert.deepEqual([from, to], [NEWEST, MIDDLE]);
  assert.equal(typeof by, "string");
  assert.equal(await versionOf(merchant, "test"), MIDDLE);
  assert.equal(await versionOf(merchant, "test", "2025-04-01"), "2025-04-01");
  assert.equal(await versionOf(merchant, "live"), NEWEST, "the other mode keeps its pin");
  const declined = await charge(merchant, "4000000000009995");
  assert.equal(declined.body.error.payment?.decline_code, "insufficient_funds");
  const back = await visitor.post("/test/versions", { version: NEWEST, from: MIDDLE });
  assert.equal(back.body.pin, NEWEST);
  assert.equal(await versionOf(merchant, "test"), NEWEST);
});

test("changing the live pin needs the account's name", async () => {
  const merchant = await createMerchant({ name: "Lighthouse Books" });
  const visitor = await signedIn(merchant);
  const params = { version: MIDDLE, from: NEWEST };
  for (const name of [undefined, "", "lighthouse books"]) {
    const refused = await visitor.post("/live/versions", { ...params, name });
    assert.deepEqual([refused.status, refused.body.error.param], [400, "name"]);
  }
  assert.equal(await versionOf(merchant, "live"), NEWEST);
  const changed = await visitor.post("/live/versions", { ...params, name: "Lighthouse Books" });
  assert.equal(changed.status, 200);
  assert.equal(await versionOf(merchant, "live"), MIDDLE);
  assert.equal(await versionOf(merchant, "test"), NEWEST);
});

test("a pin changes only to a released version, by a request that names the current one", async () => {
  const visitor = await signedIn(await createMerchant());
  const move = (version: string, from: string) => visitor.post("/test/versions", { version, from });
  const unknown = await move("2025-05-05", NEWEST);
  assert.deepEqual([unknown.status, unknown.body.error.code], [400, "version_unknown"]);
  const same = await move(NEWEST, NEWEST);
  assert.deepEqual([same.status, same.body.error.code], [409, "state_invalid"]);
  const stale = await move("2025-04-01", MIDDLE);
  assert.deepEqual([stale.status, stale.body.error.code], [409, "state_invalid"]);
  assert.equal((await visitor.post("/nowhere/versions", {})).status, 404);
  const { body } = await visitor.get("/test/versions");
  assert.deepEqual([body.pin, body.lastChange], [NEWEST, null]);
});

test("of several concurrent changes of a pin exactly one succeeds", async () => {
  const merchant = await createMerchant();
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) =>
      pinVersion(merchant.ctx.test, {
        version: i % 2 ? MIDDLE : "2025-04-01",
        from: NEWEST,
      }),
    ),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
});

test("owners, admins and developers change pins; others read them; other accounts and sites cannot", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const params = { version: MIDDLE, from: NEWEST };
  for (const role of ["finance", "support", "read_only", "developer", "admin"] as Role[]) {
    const member = await createMerchant();
    await transact((tx) =>
      addMemberIn(tx, { accountId: merchant.account.id, userId: member.userId, role }),
    );
    const visitor = await signedIn(member);
    visitor.cookies.set("paydesk_account", merchant.account.id);
    const may = role === "developer" || role === "admin";
    const answer = await visitor.post("/test/versions", params);
    assert.equal(answer.status, may ? 200 : 403, role);
    const seen = await visitor.get("/test/versions");
    assert.equal(seen.status, 200);
    assert.equal(seen.body.pin, may ? MIDDLE : NEWEST);
    if (may) await pinVersion(merchant.ctx.test, { version: NEWEST, from: MIDDLE });
  }
  const owner = await signedIn(merchant);
  const forged = await owner.send("POST", "/test/versions", params, {
    "x-paydesk-request": undefined,
  });
  assert.equal(forged.status, 403);
  const stranger = await signedIn(other);
  stranger.cookies.set("paydesk_account", merchant.account.id);
  await stranger.post("/test/versions", params);
  assert.equal(await versionOf(merchant, "test"), NEWEST);
  assert.equal(
    await versionOf(other, "test"),
    MIDDLE,
    "a request for another's account moves one's own",
  );
});

test("the screen counts requests by version, key and route, pinned or by header", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await charge(merchant, "4242424242424242");
  await charge(merchant, "4242424242424242", MIDDLE);
  await charge(merchant, "4242424242424242", MIDDLE);
  await versionOf(merchant, "live");
  const [key] = (await visitor.get("/test/keys")).body.keys.filter(
    ({ kind }: { kind: string }) => kind === "secret",
  );
  const putBack = useClock({ nowMs: () => Date.now() - 3 * DAY_MS });
  countKeyUse({
    accountId: merchant.account.id,
    keyId: key.id,
    isError: false,
    address: null,
    version: "2025-04-01",
    route: "read_payment",
  });
  putBack();
  const { body } = await visitor.get("/test/versions");
  type Row = { version: string; route: string };
  const sort = (rows: Row[]) => rows.sort((a, b) => (a.version < b.version ? -1 : 1));
  const row = { keyId: key.id, named: false, route: "create_payment" };
  assert.deepEqual(sort(body.use), [
    { ...row, version: "2025-04-01", route: "read_payment", day: 0, week: 1, month: 1 },
    { ...row, version: MIDDLE, named: true, day: 2, week: 2, month: 2 },
    { ...row, version: NEWEST, day: 1, week: 1, month: 1 },
  ]);
  const dayOf = (ms: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: merchant.account.timezone }).format(ms);
  assert.deepEqual(body.days, [
    { day: dayOf(Date.now() - 3 * DAY_MS), version: "2025-04-01", requests: 1 },
    { day: dayOf(Date.now()), version: MIDDLE, requests: 2 },
    { day: dayOf(Date.now()), version: NEWEST, requests: 1 },
  ]);
  assert.deepEqual(
    body.versions.map(({ version, supportedUntil }: Record<string, unknown>) => [
      version,
      supportedUntil,
    ]),
    [
      [NEWEST, null],
      ["2026-04-01", "2028-12-01"],
      [MIDDLE, "2028-04-01"],
      ["2025-04-01", "2027-10-01"],
    ],
  );
});

/** Backdates the upgrade. */
async function upgradeAt(merchant: Merchant, ms: number): Promise<void> {
  const putBack = useClock({ nowMs: () => ms });
  try {
    await pinVersion(merchant.ctx.test, { version: NEWEST, from: MIDDLE });
  } finally {
    putBack();
  }
}

test("an upgrade can be undone within 72 hours to the version before it, not later and not further", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const move = (version: string, from: string) => visitor.post("/test/versions", { version, from });
  assert.equal((await visitor.get("/test/versions")).body.oldest, null);
  assert.equal((await move(MIDDLE, NEWEST)).status, 200, "nothing was moved up yet");
  const upgradedMs = Date.now() - 71 * HOUR_MS;
  await upgradeAt(merchant, upgradedMs);
  const { body } = await visitor.get("/test/versions");
  assert.equal(body.rollback.to, MIDDLE);
  assert.equal(Date.parse(body.rollback.until), upgradedMs + 72 * HOUR_MS);
  const further = await move("2025-04-01", NEWEST);
  assert.deepEqual([further.status, further.body.error.param], [409, "version"]);
  assert.match(further.body.error.message, new RegExp(`rolled back to ${MIDDLE} until 20`));
  assert.equal((await move(MIDDLE, NEWEST)).status, 200);
  assert.equal((await move("2025-04-01", MIDDLE)).status, 409, "not step by step either");

  await upgradeAt(merchant, upgradedMs - 2 * HOUR_MS);
  const late = await move(MIDDLE, NEWEST);
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
  assert.match(late.body.error.message, /could be rolled back for 72 hours, until 20/);
  const after = (await visitor.get("/test/versions")).body;
  assert.deepEqual([after.pin, after.rollback, after.oldest], [NEWEST, null, NEWEST]);
  assert.equal(await versionOf(merchant, "test", MIDDLE), MIDDLE, "a header still names it");
});

test("a comparison shows the merchant's object in both versions, or a sample before there is one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const compare = (about: string) =>
    visitor.get(`/test/versions/compare?from=${NEWEST}&to=2025-04-01&about=${about}`);
  for (const about of ["declined_payment", "payment", "refund", "list", "event"]) {
    const { status, body } = await compare(about);
    assert.deepEqual([status, body.isReal, body.id], [200, false, null], about);
    assert.notDeepEqual(body.before, body.after);
  }
  const { body: declined } = await charge(merchant, "4000000000009995");
  const own = await compare("declined_payment");
  assert.equal(own.body.isReal, true);
  assert.equal(own.body.id, declined.error.payment?.id);
  assert.equal(own.body.before.decline.code, "insufficient_funds");
  assert.equal(own.body.after.decline_code, "insufficient_funds");
  const event = await compare("event");
  assert.equal(event.body.before.type, "payment.failed");
  assert.deepEqual([event.body.before.version, event.body.after.version], [NEWEST, "2025-04-01"]);
  assert.ok(!("next_cursor" in (await compare("list")).body.after));

  const other = await signedIn(await createMerchant());
  const theirs = await other.get(
    `/test/versions/compare?from=${NEWEST}&to=${MIDDLE}&about=declined_payment`,
  );
  assert.equal(theirs.body.isReal, false, "another merchant's objects are never shown");
  const live = await visitor.get(
    `/live/versions/compare?from=${NEWEST}&to=${MIDDLE}&about=declined_payment`,
  );
  assert.equal(live.body.isReal, false, "nor the other mode's");
  for (const [query, param] of [
    [`from=2020-01-01&to=${MIDDLE}`, "from"],
    [`from=${NEWEST}`, "to"],
    [`from=${NEWEST}&to=${MIDDLE}&about=secrets`, "about"],
  ]) {
    const refused = await visitor.get(`/test/versions/compare?${query}`);
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
});

test("an object's JSON is in the pinned version or in the requested one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { body: made } = await charge(merchant, "4000000000009995");
  const path = `/test/payments/${made.error.payment?.id}/json`;
  const pinned = await visitor.get(path);
  assert.deepEqual([pinned.body.version, pinned.body.pin], [NEWEST, NEWEST]);
  assert.ok("decline" in pinned.body.object);
  const old = await visitor.get(`${path}?version=2025-04-01`);
  assert.deepEqual([old.body.version, old.body.pin], ["2025-04-01", NEWEST]);
  assert.equal(old.body.object.decline_code, "insufficient_funds");
  assert.equal((await visitor.get(`${path}?version=soon`)).status, 400);
});

test("the differences of a version in the last week are counted on the merchant's objects", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await charge(merchant, "4000000000009995");
  await charge(merchant, "4242424242424242");
  const { status, body } = await visitor.get(`/test/versions/shadow?from=${NEWEST}&to=${MIDDLE}`);
  assert.equal(status, 200);
  assert.equal(body.isCapped, false);
  assert.ok(body.events >= 2);
  const told = body.rows.map(
    ({ object, path }: { object: string; path: string }) => `${object}.${path}`,
  );
  assert.ok(
    told.some((one: string) => one.startsWith("payment.decline")),
    told.join(", "),
  );
  assert.equal(
    (await visitor.get(`/test/versions/shadow?from=${NEWEST}&to=2020-01-01`)).status,
    400,
  );
  const other = await signedIn(await createMerchant());
  const none = await other.get(`/test/versions/shadow?from=${NEWEST}&to=${MIDDLE}`);
  assert.deepEqual([none.body.events, none.body.rows], [0, []]);
});
