import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn, keepActiveSessions } from "#lib/domain/members/index.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Moves start and last activity of a person's sessions into the past. */
async function age({ userId }: Merchant, { signedIn = 0, seen = 0 }): Promise<void> {
  await getPool().query(
    "update auth_sessions set created_at = now() - $2 * interval '1 s' where user_id = $1",
    [userId, signedIn],
  );
  await getPool().query(
    `update auth_session_states set last_seen_at = now() - $2 * interval '1 s'
      where session_id in (select id from auth_sessions where user_id = $1)`,
    [userId, seen],
  );
}

const statusOf = async (visitor: DashboardVisitor) => (await visitor.get("/session")).status;
const endedBy = async (visitor: DashboardVisitor) => (await visitor.get("/sign-in")).body.endedBy;
const choose = (visitor: DashboardVisitor, idleMinutes: unknown, days: unknown) =>
  visitor.post("/team/session-ends", { idleMinutes, days });

async function opened() {
  const merchant = await createMerchant();
  return { merchant, visitor: await signedIn(merchant) };
}

test("a session ends after 12 idle hours, and the sign-in page says so", async () => {
  const { merchant, visitor } = await opened();
  await age(merchant, { signedIn: 20 * HOUR, seen: 12 * HOUR - MINUTE });
  assert.equal(await statusOf(visitor), 200);
  assert.equal(await endedBy(visitor), null);
  await age(merchant, { signedIn: 20 * HOUR, seen: 12 * HOUR });
  const { status, body } = await visitor.get("/session");
  assert.deepEqual([status, body.error.code], [401, "session_missing"]);
  assert.equal(await endedBy(visitor), "rest");
  assert.equal((await visitor.post("/session/seen")).status, 401, "it cannot be woken up");
  assert.equal(await statusOf(visitor), 401);
  assert.equal(await statusOf(await signedIn(merchant)), 200, "signing in again opens it");
});

test("a session ends 30 days after its sign-in, however much it is used", async () => {
  const { merchant, visitor } = await opened();
  await age(merchant, { signedIn: 30 * DAY - MINUTE });
  assert.equal((await visitor.post("/session/seen")).status, 200);
  await age(merchant, { signedIn: 30 * DAY });
  assert.equal(await statusOf(visitor), 401);
  assert.equal(await endedBy(visitor), "age");
});

test("only a person's activity keeps a session alive, not the polling of a screen", async () => {
  const { merchant, visitor } = await opened();
  await choose(visitor, 15, 30);
  await age(merchant, { seen: 14 * MINUTE });
  for (const path of ["/session", "/team", "/test/payments"]) await visitor.get(path);
  await age(merchant, { seen: 14 * MINUTE + 30 });
  assert.equal((await visitor.post("/session/seen")).status, 200);
  const { rows } = await getPool().query(
    `select now() - last_seen_at < interval '1 minute' as fresh from auth_session_states
      where session_id in (select id from auth_sessions where user_id = $1)`,
    [merchant.userId],
  );
  assert.deepEqual(rows, [{ fresh: true }]);
  await age(merchant, { seen: 15 * MINUTE });
  for (const path of ["/session", "/team", "/test/payments"]) {
    assert.equal((await visitor.get(path)).status, 401, path);
  }
});

test("an ended session is in no list, gets no live updates and is not revived by a second factor", async () => {
  const { merchant, visitor } = await opened();
  const other = await signedIn(merchant);
  const { sessions } = (await other.get("/security")).body;
  const own = sessions.find((session: { isThis: boolean }) => session.isThis);
  const idle = sessions.find((session: { isThis: boolean }) => !session.isThis);
  const lookers = [own, idle].map(({ id }) => ({
    sessionId: id as string,
    accountId: merchant.account.id,
  }));
  assert.equal((await keepActiveSessions(lookers)).size, 2);
  await getPool().query(
    "update auth_session_states set last_seen_at = now() - interval '13 hours' where session_id = $1",
    [idle.id],
  );
  assert.deepEqual([...(await keepActiveSessions(lookers)).keys()], [lookers[0]]);
  const left = (await other.get("/security")).body.sessions;
  assert.deepEqual(
    left.map(({ id }: { id: string }) => id),
    [own.id],
  );
  const code = await visitor.post("/session/second-factor", { code: "123456" });
  assert.equal(code.body.error.code, "session_missing");
});

test("a member of several accounts gets the shortest times of them", async () => {
  const [first, second] = [await opened(), await opened()];
  await transact((tx) =>
    addMemberIn(tx, {
      accountId: second.merchant.account.id,
      userId: first.merchant.userId,
      role: "support",
    }),
  );
  assert.equal((await choose(second.visitor, 30, 30)).status, 200);
  assert.equal((await choose(first.visitor, 720, 7)).status, 200);
  await age(first.merchant, { seen: 31 * MINUTE });
  assert.equal(await endedBy(first.visitor), "rest", "as the second asks");
  await age(first.merchant, { signedIn: 8 * DAY });
  assert.equal(await endedBy(first.visitor), "age", "as the first asks");
  await age(second.merchant, { signedIn: 8 * DAY, seen: 29 * MINUTE });
  assert.equal(await statusOf(second.visitor), 200, "the other account's rule is not theirs");
});

test("shorter times apply from the next request; longer ones need a live session", async () => {
  const { merchant, visitor } = await opened();
  const other = await signedIn(merchant);
  await age(merchant, { seen: HOUR });
  assert.equal((await choose(visitor, 30, 30)).status, 200);
  assert.equal(await statusOf(other), 401);
  assert.equal((await choose(visitor, 720, 30)).status, 401);
});

test("times out of range are refused with the field and change nothing", async () => {
  const { visitor } = await opened();
  for (const [idleMinutes, days, param] of [
    [14, 30, "idleMinutes"],
    [721, 30, "idleMinutes"],
    [15.5, 30, "idleMinutes"],
    ["60", 30, "idleMinutes"],
    [60, 0, "days"],
    [60, 31, "days"],
    [60, null, "days"],
  ] as const) {
    const { status, body } = await choose(visitor, idleMinutes, days);
    assert.deepEqual([status, body.error.param], [400, param], `${idleMinutes} ${days}`);
  }
  assert.deepEqual((await visitor.get("/team")).body.sessionEnds, { idleMinutes: 720, days: 30 });
});

test("a change is audited with the values before", async () => {
  const { visitor } = await opened();
  await choose(visitor, 60, 30);
  await choose(visitor, 60, 30);
  const { entries } = (await visitor.get("/audit")).body;
  const [entry, ...others] = entries.filter(
    ({ action }: { action: string }) => action === "account.session_ends_changed",
  );
  assert.deepEqual(others, []);
  assert.deepEqual(entry.changes, [{ name: "idle minutes", before: "720", after: "60" }]);
});
