// Runs alone: it drops partitions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pruneSignIns } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { assignEnv, EnvError, settingsFrom } from "#lib/kernel/env.ts";
import { askOwner } from "#test/as-owner.ts";
import { createUpcomingPartitions } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { dropOldHistory } from "./index.ts";

const dayOf = (daysAgo: number) =>
  dateFromMs(nowMs() - daysAgo * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .replaceAll("-", "");

const isThere = async (table: string, daysAgo: number) =>
  (await askOwner("select to_regclass($1) is not null as there", [`${table}_${dayOf(daysAgo)}`]))
    .rows[0].there;

test("logged requests are kept for as many days as the operator chooses, and events as long as promised", async () => {
  await createUpcomingPartitions(34);
  assignEnv({ REQUEST_LOG_DAYS: "5" });
  await dropOldHistory();
  assert.deepEqual(await Promise.all([6, 7, 8].map((days) => isThere("api_requests", days))), [
    true,
    true,
    false,
  ]);
  assert.deepEqual(await Promise.all([31, 32, 33].map((days) => isThere("events", days))), [
    true,
    true,
    false,
  ]);
});

test("a retention below what is promised is refused", () => {
  for (const [name, value] of [
    ["REQUEST_LOG_DAYS", "31"],
    ["MAIL_DAYS", "6"],
    ["ALERT_DAYS", "0"],
    ["REPORT_FILE_DAYS", "6"],
    ["KEY_ADDRESS_DAYS", "401"],
  ]) {
    assert.throws(() => void settingsFrom({ [name!]: value }).port, EnvError, name);
  }
});

test("sessions that ended 30 days ago are deleted, and later ones stay", async () => {
  const { userId } = await createMerchant();
  const add = (id: string, days: number) =>
    askOwner(
      "insert into auth_sessions (id, token, user_id, expires_at) values ($1, $1, $2, now() - $3 * interval '1 day')",
      [`${userId} ${id}`, userId, days],
    );
  await add("old", 31);
  await add("recent", 29);
  assert.ok((await pruneSignIns()) >= 1);
  const { rows } = await askOwner("select id from auth_sessions where user_id = $1", [userId]);
  assert.deepEqual(rows, [{ id: `${userId} recent` }]);
});
