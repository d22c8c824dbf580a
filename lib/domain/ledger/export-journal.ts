import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { addDays } from "#lib/kernel/period.ts";
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
 * currencies are declared before their first use. Then follow balance assertions per account: at the end of each day on
 * which it moved, and of the day before, from the sums that were kept when the transfers were sealed.
 * `hledger check --strict` fails if a transfer was changed later, or moved to another day.
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
    const balances: Balances = new Map();
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

/** The balance of each account and currency, and the last day on which it moved. */
type Balances = Map<string, { minor: bigint; movedOn: string }>;

const NEVER = { minor: 0n, movedOn: "" };

/** Transactions of nothing that assert the balance of each account that moved on a day: at its end, and before it at the
 *  end of the day before, unless the account moved then. Without the second one a transfer could be moved to a day without
 *  movement before its own, where nothing is asserted. Adds the day to `balances`. */
function assertionsOf(day: string, moved: readonly store.Day[], balances: Balances): string {
  const before = addDays(day, -1);
  const lines = moved.map(({ account, currency, net }) => {
    const key = `${account} ${currency}`;
    const { minor, movedOn } = balances.get(key) ?? NEVER;
    const balance = minor + net;
    balances.set(key, { minor: balance, movedOn: day });
    const line = (asserted: bigint) =>
      `    ${JOURNAL_NAMES[account]}  ${minorToDecimal(0n, currency)} ${currency} = ${minorToDecimal(asserted, currency)} ${currency}`;
    return { start: movedOn === before ? null : line(minor), end: line(balance) };
  });
  const starts = lines.flatMap(({ start }) => start ?? []);
  return [
    ...(starts.length > 0 ? [`${before} * balances before the next day`, ...starts, ""] : []),
    ...[`${day} * balances at the end of the day`, ...lines.map(({ end }) => end), ""],
    "",
  ].join("\n");
}
