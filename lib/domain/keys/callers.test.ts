import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS, MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { CallerTallies, countKeyUse, flushKeyUse, MOST_CALLERS, OTHER } from "./count-key-use.ts";
import { createKey } from "./create-key.ts";
import { activityOf, callersOf, longestPauses } from "./usage.ts";
import { deleteOldCallers } from "./usage-store.ts";

async function newKey({ ctx }: Merchant) {
  const { key } = await createKey(ctx.test, { kind: "secret", name: "Watched" });
  const use = (params: {
    address?: string;
    client?: string;
    version?: string;
    isError?: boolean;
  }) =>
    countKeyUse({
      accountId: key.accountId,
      keyId: key.id,
      isError: false,
      address: "192.0.2.1",
      client: "shop/1.0",
      version: "2026-04-01",
      ...params,
    });
  return { key, use };
}

test("use is counted by IP address, client and version, per minute and per hour", async () => {
  const merchant = await createMerchant();
  const { key, use } = await newKey(merchant);
  const baseMs = nowMs() - (nowMs() % HOUR_MS) + 10 * MINUTE_MS;
  const putBack = useClock({ nowMs: () => baseMs - 20 * MINUTE_MS });
  try {
    use({ address: "10.0.0.7", version: "2025-10-01" });
    use({ address: "10.0.0.7", version: "2025-10-01", isError: true });
    useClock({ nowMs: () => baseMs });
    use({ address: "10.0.0.7" });
    use({ client: "till/2.1" });
    await flushKeyUse();
    const by = async (part: "address" | "client" | "version", per: "minute" | "hour") =>
      (await callersOf(merchant.ctx.test, [key.id], { part, per })).get(key.id) ?? [];
    const [first, second] = await by("address", "minute");
    assert.deepEqual(
      [first?.value, first?.requests, first?.errors, first?.slices.at(-21), first?.slices.at(-1)],
      ["10.0.0.7", 3, 1, 2, 1],
    );
    assert.deepEqual([second?.value, second?.requests], ["192.0.2.1", 1]);
    const clients = await by("client", "hour");
    assert.deepEqual(
      clients.map(({ value, requests }) => [value, requests]),
      [
        ["shop/1.0", 3],
        ["till/2.1", 1],
      ],
    );
    assert.deepEqual(clients[0]?.slices.slice(-2), [2, 1]);
    const versions = await by("version", "hour");
    assert.deepEqual(versions.map(({ value }) => value).sort(), ["2025-10-01", "2026-04-01"]);
    const { callers, calls } = await activityOf(merchant.ctx.test, key.id);
    assert.equal(callers.length, 3);
    assert.deepEqual([callers[0]?.address, callers[0]?.requests], ["10.0.0.7", 2]);
    assert.deepEqual(
      calls.map(({ route, requests }) => [route, requests]),
      [["other", 4]],
    );
  } finally {
    putBack();
  }
});

test("another account sees no use of the key", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const { key, use } = await newKey(merchant);
  use({});
  await flushKeyUse();
  const seen = await callersOf(other.ctx.test, [key.id], { part: "address", per: "minute" });
  assert.deepEqual(seen.get(key.id), []);
  const { callers, calls } = await activityOf(other.ctx.test, key.id);
  assert.deepEqual([callers, calls], [[], []]);
});

test("a caller with a new user agent in each request is counted in one row, with all requests", () => {
  const tallies = new CallerTallies();
  const use = {
    accountId: "acct_1",
    keyId: "key_1",
    version: "2026-04-01",
    isError: false,
  } as const;
  const atMs = 1_000 * HOUR_MS;
  for (let i = 0; i < 1_000; i++) {
    tallies.note({ ...use, address: "192.0.2.1", client: `bot/${i}`, atMs: atMs + i });
  }
  const taken = tallies.take();
  assert.equal(taken.length, MOST_CALLERS + 1);
  const other = taken.find(({ client }) => client === OTHER);
  assert.deepEqual([other?.address, other?.requests], [OTHER, 1_000 - MOST_CALLERS]);
  // The bound applies per hour, not per write.
  tallies.note({ ...use, address: "192.0.2.1", client: "late/1", atMs: atMs + MINUTE_MS });
  assert.equal(tallies.take()[0]?.client, OTHER);
  tallies.note({ ...use, address: "192.0.2.1", client: "late/1", atMs: atMs + HOUR_MS });
  assert.equal(tallies.take()[0]?.client, "late/1");
});

test("a user agent is cut to 80 characters and unprintable characters are replaced", () => {
  const tallies = new CallerTallies();
  const client = `a\u0000b\u202e${"x".repeat(500)}`;
  tallies.note({
    accountId: "acct_1",
    keyId: "key_1",
    address: null,
    client,
    version: null,
    isError: true,
    atMs: 0,
  });
  const [tally] = tallies.take();
  assert.match(tally?.client ?? "", /^a\?b\?x{76}$/);
  assert.deepEqual([tally?.address, tally?.errors], ["", 1]);
});

test("the longest pause is the longest stretch between two used hours", async () => {
  const merchant = await createMerchant();
  const { key, use } = await newKey(merchant);
  const { key: unused } = await newKey(merchant);
  const putBack = useClock({ nowMs: Date.now });
  try {
    const baseMs = Date.now();
    for (const hoursAgo of [40, 39, 15, 2]) {
      useClock({ nowMs: () => baseMs - hoursAgo * HOUR_MS });
      use({});
    }
    await flushKeyUse();
    useClock({ nowMs: () => baseMs });
    const pauses = await longestPauses(merchant.ctx.test, [key.id, unused.id]);
    assert.equal(pauses.get(key.id), 24 * HOUR_MS);
    assert.equal(pauses.get(unused.id), 0);
  } finally {
    putBack();
  }
});

test("old minutes are deleted and hours are kept", async () => {
  const merchant = await createMerchant();
  const { key, use } = await newKey(merchant);
  const baseMs = nowMs();
  const putBack = useClock({ nowMs: () => baseMs - 300 * 24 * HOUR_MS });
  try {
    use({});
    await flushKeyUse();
    await deleteOldCallers("minute", 299 * 24 * HOUR_MS);
    const params = { part: "address", per: "minute" } as const;
    assert.deepEqual((await callersOf(merchant.ctx.test, [key.id], params)).get(key.id), []);
    const hours = await callersOf(merchant.ctx.test, [key.id], { ...params, per: "hour" });
    assert.equal(hours.get(key.id)?.length, 1);
  } finally {
    putBack();
  }
});
