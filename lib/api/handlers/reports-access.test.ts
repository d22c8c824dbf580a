import assert from "node:assert/strict";
import { test } from "node:test";
import { enterExport } from "#lib/domain/exports/index.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { nowMs, SECOND_MS, useClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { oneBatch } from "#test/one-batch.ts";
import { takeCsv } from "#test/report-file.ts";

const client = api();

const get = (merchant: Merchant, query: string) =>
  client.call(merchant.keys.test.secret, "GET", `/v1/reports?${query}`);

/** Speeds up the clock, so that the rate limit of lists does not end the test. */
function withFastClock(): () => void {
  let ms = 1_900_000_000_000;
  return useClock({ nowMs: () => (ms += 200) });
}

test("an invalid query is refused by its parameter, also as a file", async () => {
  const putBack = withFastClock();
  try {
    const merchant = await createMerchant();
    const cases: Array<[query: string, param: string]> = [
      ["", "type"],
      ["type=payouts", "type"],
      ["type=settlement&from=yesterday", "from"],
      ["type=settlement&from=2026-02-30", "from"],
      ["type=settlement&from=2026-04-01T25:00:00", "from"],
      ["type=settlement&to=2026-13-01", "to"],
      ["type=settlement&from=2026-04-02&to=2026-04-01", "to"],
      ["type=settlement&from=2026-04-01&to=2026-04-01", "to"],
      ["type=settlement&timezone=Mars/Base", "timezone"],
      ["type=settlement&timezone=%2B02:00", "timezone"],
      ["type=settlement&timezone=BST", "timezone"],
      ["type=settlement&timezone=", "timezone"],
      ["type=settlement&currency=eur", "currency"],
      ["type=settlement&currency=", "currency"],
      ["type=settlement&columns=net,secret", "columns"],
      ["type=settlement&columns=net,net", "columns"],
      ["type=settlement&columns=", "columns"],
      ["type=settlement&group_by=net", "group_by"],
      ["type=settlement&group_by=currency,currency", "group_by"],
      ["type=settlement&group_by=currency&columns=source_id", "columns"],
      ["type=declines&status=unsettled", "status"],
      ["type=declines&layout=adyen", "layout"],
      ["type=declines&settlement=stl_1", "settlement"],
      ["type=settlement&layout=adyen&group_by=currency", "group_by"],
      ["type=settlement&limit=0", "limit"],
      ["type=settlement&limit=101", "limit"],
      ["type=settlement&typ=x", "typ"],
    ];
    for (const [query, param] of cases) {
      for (const format of ["json", "csv"]) {
        if (format === "json" && query.includes("layout")) continue;
        const { status, body } = await client.call(
          merchant.keys.test.secret,
          "GET",
          `/v1/reports?${query}&format=${format}`,
        );
        assert.deepEqual([status, body.error?.param], [400, param], `${query} ${format}`);
      }
    }
    for (const [query, param] of [
      ["type=settlement&layout=adyen", "layout"],
      ["type=settlement&format=xml", "format"],
      ["type=settlement&starting_after=txn_01kp0c5n7v3m8q2w4x6y9z1b5d", "starting_after"],
      ["type=settlement&group_by=currency&starting_after=WyJhIl0x", "starting_after"],
    ] as const) {
      const { status, body } = await get(merchant, query);
      assert.deepEqual([status, body.error?.param], [400, param], query);
    }
  } finally {
    putBack();
  }
});

test("a report contains only the account's rows of the key's mode, and needs reports:read", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  await oneBatch(merchant);
  await paymentRow(merchant, { status: "failed", outcome: "declined" });
  for (const key of [merchant.keys.live.secret, other.keys.test.secret]) {
    for (const type of ["settlement", "interchange", "declines"]) {
      assert.deepEqual((await takeCsv(key, `type=${type}`)).rows, []);
      const { body } = await client.call(key, "GET", `/v1/reports?type=${type}`);
      assert.deepEqual(body.data, []);
    }
  }
  const make = async (...scopes: string[]) =>
    (await createKey(merchant.ctx.test, { kind: "secret", name: "Books", scopes })).plaintext;
  const reports = await make("reports:read");
  assert.equal((await takeCsv(reports, "type=settlement")).rows!.length, 2);
  assert.equal((await client.call(reports, "GET", "/v1/reports?type=declines")).status, 200);
  const elsewhere = await client.call(reports, "GET", "/v1/payments");
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [403, "key_scope"]);
  const refused = await takeCsv(await make("payments:read"), "type=settlement");
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [403, "key_scope"]);
  const browser = await takeCsv(merchant.keys.test.publishable, "type=settlement");
  assert.equal(browser.status, 403);
  assert.equal((await takeCsv(null, "type=settlement")).status, 401);
});

test("files are outside the rate limit that pages have", async () => {
  const { keys } = await createMerchant();
  const statuses = new Set<number>();
  for (let i = 0; i < 15; i++)
    statuses.add((await takeCsv(keys.test.secret, "type=declines")).status);
  assert.deepEqual([...statuses], [200]);
  // At once, so that they are in one second on a busy machine too.
  const pages = await Promise.all(
    Array.from({ length: 15 }, () =>
      client.call(keys.test.secret, "GET", "/v1/reports?type=declines"),
    ),
  );
  assert.deepEqual([...new Set(pages.map(({ status }) => status))].sort(), [200, 429]);
});

test("a fourth concurrent export gets 429 with the rate-limit headers; a finished one frees a slot", async () => {
  const { account, keys } = await createMerchant();
  const leave = [1, 2, 3].map(() => enterExport(account.id));
  const sentAt = Math.floor(nowMs() / SECOND_MS);
  const refused = await takeCsv(keys.test.secret, "type=declines");
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [429, "rate_limited"]);
  const header = (name: string) => Number(refused.headers.get(name));
  assert.equal(header("Service-RateLimit-Limit"), 3);
  assert.equal(refused.headers.get("Service-RateLimit-Remaining"), "0");
  assert.ok(header("Retry-After") > 0);
  assert.ok(header("Service-RateLimit-Reset") >= sentAt + header("Retry-After"));
  const page = await client.call(keys.test.secret, "GET", "/v1/reports?type=declines");
  assert.equal(page.status, 200, "pages have a limit of their own");
  leave[0]!();
  assert.equal((await takeCsv(keys.test.secret, "type=declines")).status, 200);
  for (const one of leave) one();
});

test("two accounts that read nothing leave exports for a third; the last slots are for accounts without any", async () => {
  const accounts = [1, 2, 3, 4].map(() => newId("acct"));
  const held: (() => void)[] = [];
  const takeAll = (account: string) => {
    const before = held.length;
    while (held.length < before + 10) {
      try {
        held.push(enterExport(account));
      } catch {
        break;
      }
    }
    return held.length - before;
  };
  try {
    const [one, two, three, four] = accounts.map(takeAll);
    assert.deepEqual([one, two, three, four], [3, 1, 1, 1]);
  } finally {
    for (const leave of held) leave();
  }
});

test("with few connections for files, one account does not hold them all; lists need none", () => {
  const [one, other] = [newId("acct"), newId("acct")];
  const held = [enterExport(one, 3)];
  try {
    assert.throws(() => enterExport(one, 3), /exports are running/);
    held.push(enterExport(other, 3), enterExport(one));
  } finally {
    for (const leave of held) leave();
  }
});
