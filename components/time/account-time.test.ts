import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { accountTime } from "./account-time.ts";

const DAY_MS = 86_400_000;
const BASE_MS = Date.parse("2026-11-22T09:00:00.000Z");

test("a real time is converted to the account's clock by its lead at that time", () => {
  const dated = (realMs: number, aheadMs: number) => ({
    id: newIdAt("evt", realMs),
    createdAt: dateFromMs(realMs + aheadMs).toISOString(),
  });
  const real = dateFromMs(BASE_MS).toISOString();
  assert.equal(accountTime(real, []), real);
  assert.equal(accountTime(real, [dated(BASE_MS + 12, 3)]), real);
  const events = [dated(BASE_MS + 60_000, 30 * DAY_MS), dated(BASE_MS + 12, DAY_MS)];
  assert.equal(accountTime(real, events), dateFromMs(BASE_MS + DAY_MS).toISOString());
  const later = dateFromMs(BASE_MS + 30_000).toISOString();
  assert.equal(
    accountTime(later, events),
    dateFromMs(BASE_MS + 30_000 + 30 * DAY_MS).toISOString(),
  );
});
