import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { transact } from "#db/transact.ts";
import { createCustomerIn } from "#lib/domain/customers/index.ts";
import { toIsoSeconds, useClock } from "#lib/kernel/clock.ts";
import { type AnyBody, api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";

const client = api();
type List = AnyBody & { url: string; has_more: boolean; next_cursor: string | null };

async function setUp(count: number) {
  const { keys, ctx, account } = await createMerchant();
  const add = () => transact((tx) => createCustomerIn(tx, ctx.test, {}));
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.unshift((await add()).id);
  const get = (query: string) =>
    client.call<List>(keys.test.secret, "GET", `/v1/customers?${query}`);
  return { ids, get, add, ctx, keys, account };
}

/** Speeds up the clock, so that the rate limit of lists does not end the test. */
function withFastClock(): () => void {
  let ms = 1_900_000_000_000;
  return useClock({
    nowMs: () => {
      ms += 200;
      return ms;
    },
  });
}

test("a list is newest first, 25 to a page, and names its next page", async () => {
  const { ids, get } = await setUp(30);
  const { body } = await get("");
  assert.deepEqual([body.object, body.url, body.has_more], ["list", "/v1/customers", true]);
  assert.deepEqual(
    body.data.map(({ id }) => id),
    ids.slice(0, 25),
  );
  assert.equal(body.next_cursor, ids[24]);
  const rest = await get(`starting_after=${body.next_cursor}`);
  assert.deepEqual(
    rest.body.data.map(({ id }) => id),
    ids.slice(25),
  );
  assert.deepEqual([rest.body.has_more, rest.body.next_cursor], [false, null]);
  const back = await get(`ending_before=${ids[25]}&limit=10`);
  assert.deepEqual(
    back.body.data.map(({ id }) => id),
    ids.slice(15, 25),
  );
  assert.deepEqual([back.body.has_more, back.body.next_cursor], [true, ids[24]]);
});

test("rows added during paging are neither repeated nor skipped", async () => {
  const putBack = withFastClock();
  try {
    const { ids, get, add } = await setUp(23);
    const walk = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 9 }), added: fc.nat(2) }), {
      minLength: 30,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const newest = (await get("limit=1")).body.data[0]!.id;
        const seen: string[] = [];
        let cursor = "";
        for (const { limit, added } of steps) {
          const { body } = await get(`limit=${limit}${cursor}`);
          seen.push(...body.data.map(({ id }) => id));
          if (!body.has_more) break;
          cursor = `&starting_after=${body.next_cursor}`;
          for (let i = 0; i < added; i++) await add();
        }
        assert.equal(new Set(seen).size, seen.length, "repeated");
        assert.deepEqual(seen, [...seen].sort().reverse(), "out of order");
        assert.ok(seen[0]! >= newest);
        const last = seen.at(-1)!;
        const expected = ids.filter((id) => id >= last);
        assert.deepEqual(
          seen.filter((id) => ids.includes(id)),
          expected,
          "skipped",
        );
      }),
      { numRuns: 8 },
    );
  } finally {
    putBack();
  }
});

test("bounds on creation and filters narrow a list", async () => {
  const putBack = useClock({ nowMs: () => 1_900_000_000_000 });
  try {
    const { ids, get, add } = await setUp(2);
    useClock({ nowMs: () => 1_900_000_100_000 });
    const later = (await add()).id;
    const bound = toIsoSeconds(new Date(1_900_000_100_000));
    const found = async (query: string) => (await get(query)).body.data.map(({ id }) => id);
    assert.deepEqual(await found(`created[gte]=${bound}`), [later]);
    assert.deepEqual(await found(`created[gt]=${bound}`), []);
    assert.deepEqual(await found(`created[lt]=${bound}`), ids);
    assert.deepEqual(await found(`created[lte]=${bound}&limit=1`), [later]);
    assert.deepEqual(await found("email=nobody@example.com"), []);
  } finally {
    putBack();
  }
});

test("invalid paging is refused by its parameter", async () => {
  const putBack = withFastClock();
  try {
    const { ids, get } = await setUp(1);
    for (const [query, param] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["limit=abc", "limit"],
      ["limit=1&limit=2", "limit"],
      ["limit=", "limit"],
      ["starting_after=cus_01kp0c5n7v3m8q2w4x6y9z1b5d", "starting_after"],
      ["ending_before=pay_01kp0c5n7v3m8q2w4x6y9z1b5d", "ending_before"],
      ["starting_after=", "starting_after"],
      [`starting_after=${ids[0]}&ending_before=${ids[0]}`, "ending_before"],
      ["created[gte]=yesterday", "created[gte]"],
      ["created[after]=2026-01-01", "created[after]"],
      ["created=2026-01-01", "created"],
      ["expand[]=orders", "expand"],
      ["expand=data.default_payment_method.nothing", "expand"],
    ] as const) {
      const { status, body } = await get(query);
      assert.deepEqual([status, body.error?.param], [400, param], query);
    }
  } finally {
    putBack();
  }
});
