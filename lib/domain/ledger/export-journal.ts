import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import * as store from "./journal-store.ts";
import type { Transfer } from "./types.ts";

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
 * Writes a ledger as a plain-text journal for hledger and ledger, oldest first, in constant memory and from one snapshot:
 * one transaction per transfer, with the source's id as description and the transfer's id as code. Accounts and
 * currencies are declared before their first use. Then follows a balance assertion per account and day, from the sums
 * that were kept when the transfers were sealed: `hledger check --strict` fails if a transfer was changed later.
 */
export async function exportJournal(
  ctx: Pick<Context, "accountId" | "mode">,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  const journal = journalWriter();
  await write(journal.head);
  await store.readJournal(ctx, async ({ transfers, days }) => {
    for await (const transfer of transfers()) {
      const day = toIsoSeconds(transfer.createdAt).slice(0, 10);
      for (const piece of journal.entry(transfer, day)) await write(piece);
    }
    const balances = new Map<string, bigint>();
    for (const [day, moved] of Map.groupBy(await days(), (one) => one.day)) {
      await write(assertionsOf(day, moved, balances));
    }
  });
}

/** Writes a journal: the declaration of all accounts, then transfers in any order, each currency declared before its first
 *  one. */
export function journalWriter() {
  const declared = new Set<string>();
  const names = Object.values(JOURNAL_NAMES).map((name) => `account ${name}\n`);
  return {
    head: `${names.join("")}\n`,
    entry(transfer: JournalTransfer, day: string): string[] {
      const { currency } = transfer;
      const isNew = !declared.has(currency);
      declared.add(currency);
      return [...(isNew ? [`commodity ${currency}\n\n`] : []), entryOf(transfer, day)];
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

/** A transaction of nothing that asserts the balance of each account that moved on a day. Adds the day to `balances`. */
function assertionsOf(
  day: string,
  moved: readonly store.Day[],
  balances: Map<string, bigint>,
): string {
  const lines = moved.map(({ account, currency, net }) => {
    const key = `${account} ${currency}`;
    const balance = (balances.get(key) ?? 0n) + net;
    balances.set(key, balance);
    const nothing = `${minorToDecimal(0n, currency)} ${currency}`;
    return `    ${JOURNAL_NAMES[account]}  ${nothing} = ${minorToDecimal(balance, currency)} ${currency}`;
  });
  return [`${day} * balances at the end of the day`, ...lines, "", ""].join("\n");
}
