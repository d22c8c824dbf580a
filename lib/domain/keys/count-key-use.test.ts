import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { HOUR_MS, MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { countKeyUse, flushKeyUse } from "./count-key-use.ts";
import { createKey } from "./create-key.ts";
import { getKey } from "./manage-keys.ts";
import { minutesOf, sumOf, usageOf } from "./usage.ts";

async function newKey({ ctx }: Merchant) {
  const { key } = await createKey(ctx.test, { kind: "secret", name: "Counted" });
  return key;
}

type Counted = Awaited<ReturnType<typeof newKey>>;

function use(key: Counted, params: { isError?: boolean; address?: string; version?: string } = {}) {
  countKeyUse({
    accountId: key.accountId,
    keyId: key.id,
    isError: params.isError ?? false,
    address: params.address ?? "203.0.113.7",
    version: params.version ?? "2026-04-01",
  });
}

test("a key's counters show requests, errors and the last use with IP address and version", async () => {
  const merchant = await createMerchant();
  const key = await newKey(merchant);
  use(key);
  use(key, { isError: true });
  await flushKeyUse();
  use(key, { address: "2001:db8::9", version: "2025-10-01" });
  const lastMs = nowMs();
  await flushKeyUse();
  const shown = await getKey(merchant.ctx.test, key.id);
  assert.equal(shown.use.requests, 3);
  assert.equal(shown.use.errors, 1);
  assert.equal(shown.use.lastAddress, "2001:db8::9");
  assert.equal(shown.use.lastVersion, "2025-10-01");
  assert.ok(Math.abs((shown.use.lastUsedAt?.getTime() ?? 0) - lastMs) < 1_000);
});

test("counts are written about one second later", async () => {
  const merchant = await createMerchant();
  const key = await newKey(merchant);
  const started = performance.now();
  use(key);
  let seen = 0;
  while (seen === 0 && performance.now() - started < 5_000) {
    seen = (await getKey(merchant.ctx.test, key.id)).use.requests;
  }
  assert.equal(seen, 1);
  assert.ok(performance.now() - started < 2_500);
});

test("counts of several processes add up exactly", async () => {
  const merchant = await createMerchant();
  const keys = [await newKey(merchant), await newKey(merchant)];
  const code = `
    import { countKeyUse, flushKeyUse } from "#lib/domain/keys/index.ts";
    for (let round = 0; round < 20; round++) {
      for (const keyId of ${JSON.stringify(keys.map(({ id }) => id))}) {
        for (let i = 0; i < 5; i++) countKeyUse({
          accountId: ${JSON.stringify(merchant.account.id)}, keyId,
          isError: i === 0, address: "192.0.2.1", version: "2026-04-01" });
      }
      await flushKeyUse();
    }
    process.exit();`;
  const children = [1, 2].map(() =>
    spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: childEnv({ DATABASE_URL: env.databaseUrl }),
      stdio: "inherit",
    }),
  );
  const exits = children.map((child) => once(child, "exit"));
  for (let round = 0; round < 20; round++) {
    for (const key of [...keys].reverse()) use(key);
    await flushKeyUse();
  }
  for (const exit of exits) assert.deepEqual(await exit, [0, null]);
  for (const key of keys) {
    const shown = await getKey(merchant.ctx.test, key.id);
    assert.equal(shown.use.requests, 2 * 20 * 5 + 20);
    assert.equal(shown.use.errors, 2 * 20);
    const hours = (await usageOf(merchant.ctx.test, [key.id], 24)).get(key.id) ?? [];
    assert.equal(hours.length, 24);
    assert.equal(
      hours.reduce((sum, hour) => sum + hour.requests, 0),
      220,
    );
  }
});

test("the last hour is the last 60 minutes, not the clock hour", async () => {
  const merchant = await createMerchant();
  const key = await newKey(merchant);
  const baseMs = nowMs() - (nowMs() % HOUR_MS) + 10 * MINUTE_MS;
  const putBack = useClock({ nowMs: () => baseMs - 50 * MINUTE_MS });
  try {
    use(key);
    use(key, { isError: true });
    useClock({ nowMs: () => baseMs - 70 * MINUTE_MS });
    use(key);
    useClock({ nowMs: () => baseMs });
    use(key);
    await flushKeyUse();
    const hours = (await usageOf(merchant.ctx.test, [key.id], 3)).get(key.id) ?? [];
    assert.deepEqual(
      hours.map(({ requests }) => requests),
      [0, 3, 1],
    );
    const minutes = (await minutesOf(merchant.ctx.test, [key.id], 60)).get(key.id) ?? [];
    assert.equal(minutes.length, 60);
    assert.deepEqual(sumOf(minutes), { requests: 3, errors: 1 });
    assert.equal(minutes.at(-1)?.requests, 1);
    assert.equal(minutes.at(-51)?.requests, 2);
  } finally {
    putBack();
  }
});

test("counts of a failed write are written with the next one", async (t) => {
  const merchant = await createMerchant();
  const key = await newKey(merchant);
  use(key);
  const failing = t.mock.method(getPool(), "query", async () => {
    throw new Error("connection lost");
  });
  await assert.rejects(flushKeyUse(), /connection lost/);
  failing.mock.restore();
  use(key);
  await flushKeyUse();
  assert.equal((await getKey(merchant.ctx.test, key.id)).use.requests, 2);
});
