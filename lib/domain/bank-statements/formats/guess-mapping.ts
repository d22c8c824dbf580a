import { isCurrency } from "#lib/kernel/currencies.ts";
import { currencyExponent } from "#lib/kernel/money.ts";
import {
  type CsvMapping,
  DATE_FORMATS,
  type DateFormat,
} from "#lib/kernel/vocabulary/bank-statements.ts";
import type { CsvTable } from "./csv-table.ts";
import { readDay, readSigned } from "./fields.ts";

/** Names that banks give their columns, best first. */
const NAMES: Readonly<Record<string, readonly RegExp[]>> = {
  bookingDate: [
    /^(booking|posting|posted|transaction|entry) ?date$/i,
    /^(buchungstag|buchungsdatum|buchung|boekdatum|date d.op.ration|fecha|data contabile)$/i,
    /^(date|datum|completed date.*)$/i,
  ],
  valueDate: [
    /^(value ?date|valuta|valutadatum|wertstellung|wertstellungsdatum)$/i,
    /^rentedatum|date de valeur|fecha valor|data valuta$/i,
  ],
  amount: [/^(amount|betrag|betrag \(?.*|umsatz|bedrag|montant|importe|importo)$/i],
  debit: [/^(debit|soll|af|d.bit|paid out|money out|cargo|withdrawals?|lastschrift)$/i],
  credit: [/^(credit|haben|bij|cr.dit|paid in|money in|abono|deposits?|gutschrift)$/i],
  currency: [/^(currency|w.hrung|waehrung|valuta ?code|munt|devise|divisa)$/i],
  balance: [
    /^(balance|saldo|kontostand|saldo nach buchung|running balance|solde|account balance)/i,
  ],
  reference: [
    /^(end.?to.?end.*|reference|referenz|kundenreferenz.*|kenmerk|r.f.rence|transaction id|id)$/i,
  ],
  text: [
    /^(verwendungszweck|description|remittance.*|details|text|buchungstext|omschrijving|libell.|concepto|descrizione|narrative|memo)$/i,
  ],
  counterparty: [
    /^(name|counterparty|payee|payer|beg.nstigter.*|auftraggeber.*|empf.nger.*|zahlungspflichtiger.*|tegenrekening naam|partner.*)$/i,
  ],
};

/** The most likely mapping of a table; a column that is not recognised is empty. */
export function guessMapping({ header, rows }: CsvTable): CsvMapping {
  const find = (field: string) => {
    for (const name of NAMES[field] ?? []) {
      const found = header.find((column) => name.test(column));
      if (found !== undefined) return found;
    }
    return null;
  };
  const values = (column: string | null) => {
    const at = column === null ? -1 : header.indexOf(column);
    return at < 0 ? [] : rows.map(({ cells }) => cells[at] ?? "").filter(Boolean);
  };
  const bookingDate = find("bookingDate") ?? "";
  const amount = find("amount");
  const [debit, credit] = amount ? [null, null] : [find("debit"), find("credit")];
  const currency = find("currency");
  return {
    bookingDate,
    valueDate: find("valueDate"),
    amount,
    debit,
    credit,
    currency,
    balance: find("balance"),
    reference: find("reference"),
    text: find("text"),
    counterparty: find("counterparty"),
    dateFormat: dateFormatOf(values(bookingDate)),
    decimal: decimalOf(
      [...values(amount), ...values(debit), ...values(credit)],
      values(currency)
        .map((name) => name.toUpperCase())
        .find(isCurrency) ?? "EUR",
    ),
  };
}

/** The first format in which most dates can be read; with days up to 12 only, the day comes first. */
function dateFormatOf(dates: readonly string[]): DateFormat {
  const fits = (format: DateFormat) => dates.filter((date) => readDay(date, format) !== null);
  return DATE_FORMATS.reduce((best, one) => (fits(one).length > fits(best).length ? one : best));
}

/** The sign with which most amounts can be read. Those of a dinar can be read with both (`1.250`): then the one before its fils. */
function decimalOf(amounts: readonly string[], currency: string): "." | "," {
  const exponent = currencyExponent(currency);
  const fits = (sign: "." | ",") =>
    amounts.filter((one) => readSigned(one, sign, currency) !== null).length;
  const ends = (sign: "." | ",") =>
    amounts.filter((one) => exponent > 0 && new RegExp(`[${sign}]\\d{${exponent}}\\D*$`).test(one))
      .length;
  return (fits(",") - fits(".") || ends(",") - ends(".")) > 0 ? "," : ".";
}
