import assert from "node:assert/strict";
import { test } from "node:test";
import { balancesOf, LEDGER_ACCOUNTS, type LedgerAccount } from "#lib/domain/ledger/index.ts";
import { useRail } from "#lib/rails/index.ts";
import { bookOn } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import { statementOf } from "#lib/rails/process/statement.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";
import { openTillAfterCutOff, type Till } from "#test/money.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";
const REFUND_FAILS = "pm_test_4000000000005126";
const AMEX = "pm_test_378282246310005";

/** +1 for what the acquirer owes us, -1 for what we owe it. */
const SIGNS: Record<string, bigint> = {
  charge: 1n,
  capture: 1n,
  refund: -1n,
  refund_reversal: 1n,
  chargeback: -1n,
  chargeback_reversal: 1n,
  charge_failure: -1n,
};

const advance = (till: Till, days: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds: days * DAY_S });

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);

test("once all money has arrived the rails are clear, and the bank holds what the acquirer's statement says less what was paid on", async () => {
  const journal = { append: async () => {}, close: async () => {} };
  const book = bookOn({ lines: [], journal });
  const rail = bookedRail(sandboxRail, book);
  const restore = useRail("test", rail);
  try {
    const till = await openTillAfterCutOff();
    await till.charge({ amount: 10_000 });
    await till.charge({ amount: 4_400, payment_method: DISPUTED });
    await till.charge({ amount: 6_000, payment_method: AMEX });
    const { body: sold } = await till.charge({ amount: 5_000 });
    await till.refund({ payment: sold.id, amount: 2_000 });
    const { body: back } = await till.charge({ amount: 4_000, payment_method: REFUND_FAILS });
    await till.refund({ payment: back.id, amount: 1_000 });
    await advance(till, 1);
    const [first] = await till.rows<{ id: string }>(
      "select id from settlements where account_id = $1",
    );
    await till.call("POST", "/v1/test/simulate", {
      object: first!.id,
      scenario: "bank_account_closed",
    });
    for (let week = 0; week < 3; week++) await advance(till, 7);
    const open = await till.rows(
      `select id from balance_transactions where account_id = $1 and settlement_id is null
       union all select id from settlements where account_id = $1 and status = 'scheduled'`,
    );
    assert.deepEqual(open, [], "everything has arrived");

    const net = async (account: LedgerAccount) =>
      -sum((await balancesOf(till.ctx.test, account)).map(({ amountMinor }) => amountMinor));
    assert.equal(await net(LEDGER_ACCOUNTS.railClearing), 0n);
    assert.equal(await net(LEDGER_ACCOUNTS.interchangeFees), 0n);
    assert.equal(await net(LEDGER_ACCOUNTS.schemeFees), 0n);
    assert.equal(await net(LEDGER_ACCOUNTS.settlementsInTransit), 0n);

    const { lines } = await statementOf(book, rail, {
      aheadMs: { [till.account.id]: 30 * DAY_S * 1_000 },
    });
    const own = lines.filter(({ accountId }) => accountId === till.account.id);
    const received = sum(own.map(({ kind, amountMinor }) => (SIGNS[kind] ?? 0n) * amountMinor));
    const [paid] = await till.rows<{ settlements: bigint; fees: bigint; kept: bigint }>(
      `select (select sum(net) from settlements where account_id = $1 and status = 'paid')::bigint as settlements,
              sum(interchange + scheme_fee)::bigint as fees, sum(markup + commission + dispute_fee)::bigint as kept
         from balance_transactions where account_id = $1`,
    );
    assert.equal(
      await net(LEDGER_ACCOUNTS.merchantBank),
      received - paid!.settlements - paid!.fees,
    );
    assert.equal(
      await net(LEDGER_ACCOUNTS.merchantBank),
      paid!.kept,
      "the acquirer's own fees remain",
    );
  } finally {
    restore();
  }
});
