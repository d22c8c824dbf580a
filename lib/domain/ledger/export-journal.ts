import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import * as store from "./store.ts";
import type { Transfer } from "./types.ts";

const AT_A_TIME = 1_000;

/** Account names in the journal, as assets, liabilities and income of the service. */
const JOURNAL_NAMES: Readonly<Record<Transfer["debit"], string>> = {
  rail_clearing: "assets:rails",
  merchant_balance: "liabilities:merchant:balance",
  settlements_in_transit: "liabilities:merchant:in transit",
  merchant_bank: "assets:bank",
  interchange_fees: "liabilities:fees:interchange",
  scheme_fees: "liabilities:fees:schemes",
  markup_fees: "income:markup",
  commission_fees: "income:commission",
  dispute_fees: "income:disputes",
  payout_funds: "assets:payout funds",
  payout_balance: "liabilities:merchant:payouts",
  payouts_in_transit: "liabilities:merchant:payouts in transit",
};

/**
 * Yields a ledger as a plain-text journal for hledger and ledger, oldest first, in constant memory: one transaction per
 * transfer, with the source's id as description and the transfer's id as code. Accounts and currencies are declared
 * before their first use, so that `hledger check --strict` passes.
 */
export async function* exportJournal(
  ctx: Pick<Context, "accountId" | "mode">,
): AsyncGenerator<string> {
  const journal = journalWriter();
  yield journal.head;
  let after = "";
  for (;;) {
    const transfers = await store.listAfter(ctx, after, AT_A_TIME);
    for (const transfer of transfers) {
      yield journal.entry(transfer, toIsoSeconds(transfer.createdAt).slice(0, 10));
    }
    const last = transfers.at(-1);
    if (!last || transfers.length < AT_A_TIME) return;
    after = last.id;
  }
}

/** Writes a journal: the declaration of all accounts, then transfers in any order, each currency declared before its first
 *  one. */
export function journalWriter() {
  const declared = new Set<string>();
  const names = Object.values(JOURNAL_NAMES).map((name) => `account ${name}\n`);
  return {
    head: `${names.join("")}\n`,
    entry(transfer: JournalTransfer, day: string): string {
      const { currency } = transfer;
      const isNew = !declared.has(currency);
      declared.add(currency);
      return `${isNew ? `commodity ${currency}\n\n` : ""}${entryOf(transfer, day)}`;
    },
  };
}

type JournalTransfer = Omit<Transfer, "createdAt">;

function entryOf(transfer: JournalTransfer, day: string) {
  const { id, kind, debit, credit, amountMinor, currency, sourceId } = transfer;
  const amount = `${minorToDecimal(amountMinor, currency)} ${currency}`;
  return [
    `${day} * (${id}) ${kind.replaceAll("_", " ")} | ${sourceId}`,
    `    ${JOURNAL_NAMES[debit]}  ${amount}`,
    `    ${JOURNAL_NAMES[credit]}  -${amount}`,
    "",
    "",
  ].join("\n");
}
