import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Payment } from "./history.ts";
import { keyUsage, rotationOf } from "./key-usage.ts";
import { Random } from "./random.ts";

test("requests and callers of a key in the last hour are known by the minute, like real ones", () => {
  const nowMs = Date.UTC(2026, 10, 23, 12);
  const [oldKey, newKey] = [newId("key"), newId("key")];
  const timeline = { accountId: newId("acct"), oldKey, newKey, nowMs, ...rotationOf(nowMs) };
  const payments = [3 * HOUR_MS, 20 * MINUTE_MS, 20 * MINUTE_MS].map(
    (ago) => ({ atMs: nowMs - ago }) as Payment,
  );
  const { usage, minutes: counted, callers, lastUse } = keyUsage(new Random(1), timeline, payments);
  const sum = (rows: { requests: number }[]) => rows.reduce((all, row) => all + row.requests, 0);
  const minutes = callers.filter(({ per }) => per === "minute");
  const lastHour = usage.filter(({ hour }) => hour.getTime() >= nowMs - HOUR_MS);
  assert.ok(sum(minutes) >= 2);
  assert.equal(sum(minutes), sum(lastHour));
  assert.equal(sum(counted), sum(lastHour), "so the last use is one of the last hour's requests");
  assert.ok(minutes.every(({ start }) => start.getTime() === nowMs - 20 * MINUTE_MS));
  assert.deepEqual(
    lastUse.map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt.getTime()]),
    [[newKey, nowMs - 20 * MINUTE_MS]],
  );
});
