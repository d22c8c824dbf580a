import assert from "node:assert/strict";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { DAY_MS, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { asOwner } from "#test/as-owner.ts";
import { AGREED } from "./money.ts";
import { pairAllWeeks } from "./pair-weeks.ts";
import { batchSent } from "./payout-batches.ts";
import { IBANS, instruction, openPayer, type Payer, to } from "./payouts.ts";
import { rollPast } from "./roll-past.ts";
import { sealPast } from "./seal-past.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";
const REFUND_FAILS = "pm_test_4000000000005126";
const DECLINED = "pm_test_4000000000009995";
const AMEX = "pm_test_378282246310005";

/** A merchant with at least one of everything that can be booked, some of it settled, all of it rolled up. */
export async function fullBooks(): Promise<{ payer: Payer; ctx: Context }> {
  const payer = await openPayer(500_000);
  await payer.advance(Math.ceil((DAY_MS - (nowMs() % DAY_MS) + MINUTE_MS) / SECOND_MS));
  const lateId = await returnedDebit(payer);
  await sell(payer);
  await payOut(payer);
  await payer.advance(DAY_S);
  const [first] = await scheduled(payer);
  await simulate(payer, first!, "bank_account_closed");
  await payer.advance(5 * DAY_S);
  await dispute(payer);
  await payer.charge({ amount: 3_000 });
  await payer.advance(DAY_S);
  await payer.charge({ amount: 2_500, payment_method: AMEX });
  await payer.charge({ amount: 1_500, currency: "GBP" });
  await rollPast();
  await pairAllWeeks();
  await sealPast();
  const { body } = await payer.call("GET", `/v1/payments/${lateId}`);
  assert.equal(body.status, "failed");
  return { payer, ctx: await systemContext({ accountId: payer.account.id, mode: "test" }, "test") };
}

async function simulate(payer: Payer, object: string, scenario: string): Promise<void> {
  const { status, text } = await payer.call("POST", "/v1/test/simulate", { object, scenario });
  assert.equal(status, 200, text);
}

const scheduled = async (payer: Payer) =>
  (
    await payer.rows<{ id: string }>(
      "select id from settlements where account_id = $1 and status = 'scheduled' order by id",
    )
  ).map(({ id }) => id);

/** A debit that its bank takes back after it succeeded. */
async function returnedDebit(payer: Payer): Promise<string> {
  const method = await payer.call("POST", "/v1/payment_methods", {
    type: "sepa_debit",
    sepa_debit: { iban: "AT751904300235473206" },
  });
  const debit = { method: "sepa_debit", payment_method: method.body.id, amount: 5_000, ...AGREED };
  return (await payer.charge(debit)).body.id;
}

async function sell(payer: Payer): Promise<void> {
  await payer.charge({ amount: 10_000 });
  const { body: sold } = await payer.charge({ amount: 5_000 });
  await payer.refund({ payment: sold.id, amount: 2_000 });
  const { body: back } = await payer.charge({ amount: 4_000, payment_method: REFUND_FAILS });
  await payer.refund({ payment: back.id, amount: 1_000 });
  await payer.charge({ amount: 7_000, payment_method: DECLINED });
  await payer.charge({ amount: 7_000 });
  await payer.charge({ amount: 6_000, payment_method: AMEX });
}

/** Two chargebacks, one of them won. */
async function dispute(payer: Payer): Promise<void> {
  for (const amount of [4_400, 4_500]) await payer.charge({ amount, payment_method: DISPUTED });
  await payer.advance(3_700);
  const { body } = await payer.call<{ data: { id: string }[] }>("GET", "/v1/disputes");
  assert.equal(body.data.length, 2);
  const evidence = { evidence: { uncategorized_text: "winning_evidence" } };
  await payer.call("POST", `/v1/disputes/${body.data[0]!.id}/evidence`, evidence);
  await payer.advance(DAY_S + 60);
}

async function payOut(payer: Payer): Promise<void> {
  await payer.paid();
  await payer.paid(to(IBANS.closed));
  await payer.paid(to(IBANS.comesBack));
  await payer.paid(to(IBANS.timesOut));
  const { id } = await payer.paid();
  await payer.call("POST", `/v1/payouts/${id}/cancel`);
  await batchSent(payer, { instructions: [instruction(), instruction({ amount: 700 })] });
}

/** Runs `work` after `statements` changed rows of these tables as their owner, and puts the rows of the accounts back. */
export async function withPlanted(
  args: {
    accounts: readonly string[];
    tables: readonly string[];
    plant: readonly [string, unknown[]][];
  },
  work: () => Promise<void>,
): Promise<void> {
  await asOwner(async (owner) => {
    // The order of foreign keys does not matter then.
    await owner.query("set session_replication_role = replica");
    for (const table of args.tables) {
      await owner.query(
        `create temp table kept_${table} as select * from ${table} where ${ownRows(table)}`,
        [args.accounts],
      );
    }
    try {
      for (const [text, values] of args.plant) {
        const { rowCount } = await owner.query(text, values);
        assert.ok(rowCount, `nothing planted: ${text}`);
      }
      await work();
    } finally {
      for (const table of args.tables) {
        const { rows } = await owner.query(
          "select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
          [table],
        );
        const { columns } = rows[0];
        await owner.query(
          `delete from ${table} where ${ownRows(table)} or ctid in (select null::tid)`,
          [args.accounts],
        );
        await owner.query(`insert into ${table} (${columns}) select ${columns} from kept_${table}`);
      }
    }
  });
}

function ownRows(table: string): string {
  const [, name, of] = /^(outcome|cost)_(kind|pair)_sums$/.exec(table) ?? [];
  return of
    ? `${of} in (select key from ${name}_${of}s where account_id = any ($1))`
    : "account_id = any ($1)";
}
