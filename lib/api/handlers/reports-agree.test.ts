import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { decimalToMinor } from "#lib/kernel/money.ts";
import type { BalanceTransactionWire } from "#lib/wire/contract/balance.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { disagreements } from "#test/books-agree.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill, type Till } from "#test/money.ts";
import { takeCsv } from "#test/report-file.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";

const charge = fc.record({
  kind: fc.constant("charge" as const),
  amount: fc.integer({ min: 100, max: 90_000 }),
  currency: fc.constantFrom("EUR", "GBP", "JPY"),
  isDisputed: fc.boolean(),
});
const refund = fc.record({ kind: fc.constant("refund" as const), of: fc.nat(9) });
const wait = fc.record({
  kind: fc.constant("wait" as const),
  days: fc.integer({ min: 1, max: 4 }),
});
/** The outcome of a scheduled settlement at the bank. */
const bank = fc.record({
  kind: fc.constant("bank" as const),
  of: fc.nat(9),
  scenario: fc.constantFrom("paid", "bank_account_closed", "bank_account_closed"),
});
const story = fc.array(fc.oneof(charge, charge, refund, wait, wait, bank, bank), {
  minLength: 6,
  maxLength: 16,
});

const advance = (till: Till, days: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds: days * DAY_S });

async function all<T>(till: Till, path: string): Promise<T[]> {
  const joined = path.includes("?") ? "&" : "?";
  const { body } = await till.call<{ data: T[]; has_more: boolean }>(
    "GET",
    `${path}${joined}limit=100`,
  );
  assert.equal(body.has_more, false);
  return body.data;
}

/** Lives a story that begins with a settlement that the bank returns, and ends with some that it has not received. */
async function live(steps: typeof story extends fc.Arbitrary<infer S> ? S : never) {
  const till = await openTill();
  const charged: string[] = [];
  const pay = async (amount: number, currency: string, isDisputed = false) => {
    const card = isDisputed ? { payment_method: DISPUTED } : {};
    charged.push((await till.charge({ amount, currency, ...card })).body.id);
  };
  const answerOf = async (of: number, scenario: string) => {
    const moving = await all<SettlementWire>(till, "/v1/settlements?status=scheduled");
    const object = moving[of % (moving.length || 1)]?.id;
    if (object) await till.call("POST", "/v1/test/simulate", { object, scenario });
  };
  await pay(10_000, "EUR");
  await advance(till, 1);
  await answerOf(0, "bank_account_closed");
  for (const step of steps) {
    if (step.kind === "wait") await advance(till, step.days);
    else if (step.kind === "charge") await pay(step.amount, step.currency, step.isDisputed);
    else if (step.kind === "bank") await answerOf(step.of, step.scenario);
    else await till.refund({ payment: charged[step.of % charged.length]!, amount: 50 });
  }
  await pay(5_000, "EUR");
  await advance(till, 1);
  return till;
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount);
const sorted = (sums: ReadonlyMap<string, bigint>) =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

/** `[settlement, net]` and `[currency, net]` of rows. */
function sumsOf(rows: readonly { settlement: string; currency: string; net: bigint }[]) {
  const sums = new Map<string, bigint>();
  for (const { settlement, currency, net } of rows) {
    add(sums, settlement, net);
    add(sums, currency, net);
  }
  return sorted(sums);
}

const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "America/Havana"];

test("file, screens, balance and the ledger's bank account agree on what was paid, with returns and disputes", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const till = await live(steps);
      assert.deepEqual(await disagreements(till.account.id), []);
      const file = await takeCsv(till.key, "type=settlement");
      const fromFile = sumsOf(
        file.rows!.map((row) => ({
          settlement: row.settlement_id!,
          currency: row.currency!,
          net: BigInt(row.net!),
        })),
      );

      const decimal = await takeCsv(till.key, "type=settlement&layout=decimal");
      const fromDecimal = decimal.rows!.map((row) => ({
        settlement: row.settlement_id!,
        currency: row.currency!,
        net: decimalOf(row.net!, row.currency!),
      }));
      assert.deepEqual(sumsOf(fromDecimal), fromFile, "the decimal layout");

      const visitor = await signedIn(till);
      const screen = (await visitor.get("/test/settlements?status=paid")).body;
      assert.deepEqual(
        sumsOf(
          screen.settlements.map((row: { id: string; currency: string; net: string }) => ({
            settlement: row.id,
            currency: row.currency,
            net: BigInt(row.net),
          })),
        ),
        fromFile,
        "the screen",
      );

      const paid = await all<SettlementWire>(till, "/v1/settlements?status=paid");
      const movements = [];
      for (const { id } of paid) {
        const path = `/v1/balance_transactions?settlement=${id}`;
        for (const { currency, net } of await all<BalanceTransactionWire>(till, path)) {
          movements.push({ settlement: id, currency, net: BigInt(net) });
        }
      }
      assert.deepEqual(sumsOf(movements), fromFile, "the balance");
      for (const row of file.rows!) {
        const settlement = paid.find(({ id }) => id === row.settlement_id)!;
        assert.equal(row.paid_at, settlement.paid_at);
        assert.equal(row.bank_reference, settlement.bank_reference);
      }

      const ledger = await till.rows<{ id: string; currency: string; amount: string; day: string }>(
        `select source_id as id, currency, amount, to_char(created_at, 'YYYY-MM-DD') as day
           from ledger_transfers where account_id = $1 and kind = 'settlement_paid'`,
      );
      const banked = ledger.map(({ id, currency, amount }) => ({
        settlement: id,
        currency,
        net: BigInt(amount),
      }));
      assert.deepEqual(sumsOf(banked), fromFile, "the ledger");
      for (const { id, day } of ledger) {
        assert.equal(paid.find((one) => one.id === id)?.paid_at?.slice(0, 10), day);
      }

      const everything = await takeCsv(till.key, "type=settlement&status=all");
      const unsettled = await takeCsv(till.key, "type=settlement&status=unsettled");
      const kept = [...everything.rows!, ...unsettled.rows!];
      const ids = new Set(kept.map((row) => row.balance_transaction_id));
      assert.equal(ids.size, kept.length, "no row twice");
      await splitsAgree(till);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

const decimalOf = (text: string, currency: string) => {
  const minor = decimalToMinor(text.replace("-", ""), currency)!;
  return text.startsWith("-") ? -minor : minor;
};

/** The rows of a range are those of its two parts, the later part first, wherever it is cut. */
async function splitsAgree(till: Till): Promise<void> {
  const start = nowMs() - 5 * DAY_MS;
  const cuts = fc.sample(fc.integer({ min: 0, max: 60 * 24 * 4 }), 6);
  for (const [i, quarters] of cuts.entries()) {
    const zone = ZONES[i % ZONES.length]!;
    const cut = dateFromMs(start + quarters * (DAY_MS / 96))
      .toISOString()
      .slice(0, 19);
    const query = `type=settlement&timezone=${zone}&status=${i % 2 ? "paid" : "all"}`;
    const rowsOf = async (range: string) => (await takeCsv(till.key, `${query}&${range}`)).rows!;
    const whole = await rowsOf("from=2020-01-01&to=2100-01-01");
    const before = await rowsOf(`from=2020-01-01&to=${cut}`);
    const after = await rowsOf(`from=${cut}&to=2100-01-01`);
    assert.deepEqual([...after, ...before], whole, `cut at ${cut} in ${zone}`);
  }
}
