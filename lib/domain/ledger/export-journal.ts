import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { addDays } from "#lib/kernel/period.ts";
import { TRANSFER_KINDS, type TransferKind } from "#lib/kernel/vocabulary/ledger.ts";
import { type JournalTransfer, journalRow } from "./journal-sql.ts";
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
 * Writes a ledger as a plain-text journal for hledger, oldest first, in constant memory and from one snapshot:
 * one transaction per transfer, with the source's id as description and the transfer's id as code. Accounts and
 * currencies are declared before their first use. Then follow balance assertions per account: at the end of each day on
 * which it moved, and of the day before, from the sums that were kept when the transfers were sealed.
 * `hledger check --strict` fails if a transfer was changed later, or moved to another day.
 */
export async function exportJournal(
  ctx: Pick<Context, "accountId" | "mode">,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  const { head, commodity } = journalDeclarations();
  await write(head);
  await store.readJournal(ctx, async ({ transfers, days }) => {
    for await (const transfer of transfers()) {
      const day = toIsoSeconds(transfer.createdAt).slice(0, 10);
      const decimal = minorToDecimal(transfer.amountMinor, transfer.currency);
      const declaration = commodity(transfer.currency);
      if (declaration) await write(declaration);
      await write(entryOf({ ...transfer, decimal }, day));
    }
    const balances: Balances = new Map();
    for (const [day, moved] of Map.groupBy(await days(), (one) => one.day)) {
      await write(assertionsOf(day, moved, balances));
    }
  });
}

/** The declarations of a journal: of all accounts, and of each currency before its first transfer. */
function journalDeclarations() {
  const declared = new Set<string>();
  const names = Object.values(JOURNAL_NAMES).map((name) => `account ${name}\n`);
  return {
    head: `${names.join("")}\n`,
    /** Empty if it is declared. */
    commodity(currency: string): string {
      if (declared.has(currency)) return "";
      declared.add(currency);
      return `commodity ${currency}\n\n`;
    },
  };
}

const LABELS = Object.fromEntries(
  Object.keys(TRANSFER_KINDS).map((kind) => [kind, kind.replaceAll("_", " ")]),
) as Record<TransferKind, string>;

const entryOf = (
  { id, kind, debit, credit, decimal, currency, sourceId }: JournalTransfer,
  day: string,
) => `${day} * (${id}) ${LABELS[kind]} | ${sourceId}
    ${JOURNAL_NAMES[debit]}  ${decimal} ${currency}
    ${JOURNAL_NAMES[credit]}  -${decimal} ${currency}

`;

/**
 * Turns the output of `COPY` for `journalSql` into a journal, chunk by chunk and a chunk at a time: a call for each of some
 * million lines would cost more than the rest. Keeps the beginning of a line until its end comes.
 */
export function journalCopier(): { head: string; take(chunk: Buffer): string } {
  const { head, commodity } = journalDeclarations();
  let isHeader = true;
  let rest = "";
  return {
    head,
    take(chunk) {
      // ASCII only, so that no character is cut in two.
      const text = rest + chunk.toString("latin1");
      let [entries, start] = ["", 0];
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        if (!isHeader) {
          const { day, transfer } = journalRow(text.slice(start, end));
          entries += commodity(transfer.currency) + entryOf(transfer, day);
        }
        isHeader = false;
        start = end + 1;
      }
      rest = text.slice(start);
      return entries;
    },
  };
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
