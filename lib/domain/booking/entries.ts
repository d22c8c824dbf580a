import type { TransferKind } from "#lib/domain/ledger/index.ts";
import type { BookingAccount } from "#lib/kernel/vocabulary/booking.ts";

type Sides = {
  debit: BookingAccount;
  credit: BookingAccount;
  /** Distinguishes the kinds of one day in references: three letters. */
  code: string;
  /** In English, and in German for DATEV. */
  text: string;
  textDe: string;
};

const of = (
  debit: BookingAccount,
  credit: BookingAccount,
  code: string,
  text: string,
  textDe: string,
): Sides => ({ debit, credit, code, text, textDe });

/**
 * How the merchant books each kind of transfer: the ledger from the other side, so each debit of the ledger is a credit here.
 * Null: a movement of Paydesk's own bank account. The merchant's bank statement has a settlement's arrival, so it would be
 * booked twice.
 */
export const ENTRIES: Readonly<Record<TransferKind, Sides | null>> = {
  capture: of("balance", "sales", "CHG", "Charges", "Zahlungseingänge"),
  refund: of("refunds", "balance", "REF", "Refunds", "Erstattungen"),
  refund_reversal: of(
    "balance",
    "refunds",
    "RFR",
    "Returned refunds",
    "Zurückgegebene Erstattungen",
  ),
  interchange: of("interchange_fees", "balance", "ICH", "Interchange", "Interchange-Entgelte"),
  scheme_fee: of("scheme_fees", "balance", "SCH", "Scheme fees", "Scheme-Entgelte"),
  markup: of("markup_fees", "balance", "MKP", "Acquirer markup", "Acquirer-Entgelte"),
  commission: of("commission_fees", "balance", "COM", "Commission", "Provisionen"),
  dispute: of("chargebacks", "balance", "DIS", "Chargebacks", "Rückbelastungen"),
  dispute_fee: of("dispute_fees", "balance", "DFE", "Dispute fees", "Rückbelastungsentgelte"),
  dispute_reversal: of(
    "balance",
    "chargebacks",
    "DRV",
    "Reversed chargebacks",
    "Stornierte Rückbelastungen",
  ),
  payment_failure: of("chargebacks", "balance", "FAI", "Late failures", "Rücklastschriften"),
  settlement: of("bank_transit", "balance", "STL", "Settlement", "Auszahlung"),
  settlement_failure: of(
    "balance",
    "bank_transit",
    "STF",
    "Returned settlement",
    "Zurückgegebene Auszahlung",
  ),
  settlement_paid: null,
  acquirer_receipt: null,
  acquirer_payment: null,
  interchange_paid: null,
  scheme_fee_paid: null,
  topup: of("payout_balance", "bank_transit", "TOP", "Top-ups", "Aufladungen"),
  payout: of(
    "payouts_in_transit",
    "payout_balance",
    "PAY",
    "Payouts created",
    "Auszahlungsaufträge",
  ),
  payout_settled: of(
    "payouts",
    "payouts_in_transit",
    "PST",
    "Payouts settled",
    "Ausgeführte Auszahlungen",
  ),
  payout_released: of(
    "payout_balance",
    "payouts_in_transit",
    "PRL",
    "Payouts released",
    "Freigegebene Auszahlungen",
  ),
  payout_returned: of(
    "payout_balance",
    "payouts",
    "PRT",
    "Payouts returned",
    "Zurückgegebene Auszahlungen",
  ),
};

/** Kinds that the merchant books. */
export const BOOKED_KINDS = (Object.keys(ENTRIES) as TransferKind[]).filter(
  (kind) => ENTRIES[kind] !== null,
);

/** Kinds of which each transfer is an entry of its own, because the bank statement has it too. */
export const SINGLE_KINDS = ["settlement", "settlement_failure"] as const satisfies TransferKind[];

/** The transfers of one kind on one day, or one settlement, as the merchant books them. */
export type Entry = {
  /** `YYYY-MM-DD` in the zone of the journal. */
  day: string;
  kind: TransferKind;
  debit: BookingAccount;
  credit: BookingAccount;
  amountMinor: bigint;
  /** The number of transfers. */
  count: number;
  /** Unique within the account and currency, at most 16 letters, digits and hyphens: every format can hold it. */
  reference: string;
  /** The settlement's reference on the merchant's bank statement. */
  bankReference: string | null;
  text: string;
  textDe: string;
};

export type DaySum = {
  day: string;
  kind: TransferKind;
  /** The settlement; null for a sum. */
  sourceId: string | null;
  bankReference: string | null;
  amountMinor: bigint;
  count: number;
};

export function entryOf({ day, kind, sourceId, bankReference, amountMinor, count }: DaySum): Entry {
  const sides = ENTRIES[kind];
  if (!sides) throw new Error(`${kind} is not booked by the merchant`);
  const { debit, credit, code } = sides;
  const tail = sourceId === null ? null : sourceId.slice(-13).toUpperCase();
  const mark = tail ?? `(${count})`;
  return {
    ...{ day, kind, debit, credit, amountMinor, count, bankReference },
    reference: tail ? `${code}${tail}` : `PD${day.slice(2).replaceAll("-", "")}-${code}`,
    text: `${sides.text} ${mark}`,
    textDe: `${sides.textDe} ${mark}`,
  };
}
