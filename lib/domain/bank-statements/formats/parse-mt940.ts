import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { addDays } from "#lib/kernel/period.ts";
import {
  accountOf,
  cleaned,
  earliest,
  faultAt,
  readDay,
  readUnsigned,
  referenceOf,
  referencesOf,
  shown,
  tooManyLines,
  tooManyStatements,
} from "./fields.ts";
import { readDetails } from "./mt940-details.ts";
import { MAX_LINES, MAX_STATEMENTS, type ParsedLine, type ParsedStatement } from "./types.ts";

type Field = { tag: string; value: string; at: number };
type Balance = { minor: bigint; currency: string; day: string };
type Draft = {
  at: number;
  bankAccount: string | null;
  number: { sequence: number | null; id: string | null; page: string | null };
  opening: Balance | null;
  closing: Balance | null;
  lines: ParsedLine[];
};

/**
 * Reads the statements of a SWIFT MT940 file, with or without the blocks of SWIFT messages around them. A statement of
 * several pages is read as several statements. Throws `parameter_invalid` (`file`) with line and field for any other file.
 */
export function parseMt940(text: string): ParsedStatement[] {
  const reader = new Mt940Reader();
  for (const field of fieldsOf(text)) reader.add(field);
  reader.end();
  if (reader.statements.length === 0) {
    throw invalid("file", "The file has no MT940 statement: it has no field :60F:.");
  }
  return reader.statements;
}

/** `:NS:` holds what German banks add; it belongs to no statement line. */
const TAG = /^:(\d\d[A-Z]?|NS):(.*)$/;
/** The end of a message, also with its trailers or the next message on the same line; some banks name themselves. */
const OUTSIDE = /^-(?:\}.*|[A-Z]{3})?\s*$|^\{\d:/;
/** Marks of transmissions around messages. */
const CONTROLS = /[^\P{Cc}\t]/gu;

/** Fields with their following lines. Lines outside messages end a field. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | null = null;
  let at = 0;
  for (const raw of text.split(/\r\n|\n|\r/)) {
    at++;
    const line = raw.replace(CONTROLS, "").replace(/^(?:\{\d:[^{}]*\})*\{4:/, "");
    const [, tag, value = ""] = TAG.exec(line) ?? [];
    if (tag !== undefined) {
      if (field) yield field;
      field = { tag, value, at };
    } else if (OUTSIDE.test(line)) {
      if (field) yield field;
      field = null;
    } else if (field) {
      field.value += `\n${line}`;
    }
  }
  if (field) yield field;
}

class Mt940Reader {
  readonly statements: ParsedStatement[] = [];
  #draft: Draft | null = null;
  #lines = 0;

  add(field: Field): void {
    if (field.tag === "20") this.#begin(field.at);
    const draft = this.#draft;
    if (!draft) {
      throw faultAt(field.at, `:${field.tag}:`, "a statement begins with the field :20:.");
    }
    switch (field.tag) {
      case "25":
      case "25P":
        draft.bankAccount = accountOf(field.value.split("\n")[0] ?? "");
        break;
      case "28":
      case "28C":
        draft.number = numberOf(field);
        break;
      case "60F":
      case "60M":
        draft.opening = balanceOf(field);
        break;
      case "61":
        if (++this.#lines > MAX_LINES) throw tooManyLines();
        draft.lines.push(lineOf(field, draft));
        break;
      case "86":
        addDetails(draft, field);
        break;
      case "62F":
      case "62M":
        draft.closing = balanceOf(field);
    }
  }

  #begin(at: number): void {
    this.end();
    if (this.statements.length >= MAX_STATEMENTS) throw tooManyStatements();
    const number = { sequence: null, id: null, page: null };
    this.#draft = { at, bankAccount: null, number, opening: null, closing: null, lines: [] };
  }

  end(): void {
    if (this.#draft) this.statements.push(finished(this.#draft));
    this.#draft = null;
  }
}

const MOST_STATEMENTS = 99_999;

/** `5/1`; many banks write 0 for "not counted". A number of more than five digits is a date or an id, no count. */
function numberOf({ value, at, tag }: Field): Draft["number"] {
  const [, number, page] = /^(\d{1,16})(?:\/(\d{1,5}))?$/.exec(value.trim()) ?? [];
  if (number === undefined) {
    throw faultAt(at, `:${tag}:`, `${shown(value)} is not a statement number such as 5/1.`);
  }
  const sequence = Number(number) <= MOST_STATEMENTS ? Number(number) || null : null;
  const id = /^0+$/.test(number) ? null : number.replace(/^0+/, "");
  return { sequence, id, page: page === undefined ? null : String(Number(page)) };
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]+)\s*$/;

function balanceOf({ value, at, tag }: Field): Balance {
  const [, mark, date = "", currency = "", figure = ""] = BALANCE.exec(value) ?? [];
  const day = shortDay(date);
  const minor = isCurrency(currency) ? readUnsigned(figure, ",", currency) : null;
  if (mark === undefined || day === null || minor === null) {
    const message = `${shown(value)} is not a balance such as C261101EUR1234,56.`;
    throw faultAt(at, `:${tag}:`, message);
  }
  return { minor: mark === "C" ? minor : -minor, currency, day };
}

const shortDay = (yymmdd: string) => readDay(`20${yymmdd}`, "YYYYMMDD");

/** Some banks count 30 days in every month, so a value date can be 30 February. */
function valueDayOf(yymmdd: string): string | null {
  const isPastFebruary = /^\d\d02(?:29|30)$/.test(yymmdd);
  return shortDay(yymmdd) ?? (isPastFebruary ? lastOfFebruary(yymmdd.slice(0, 2)) : null);
}

const lastOfFebruary = (yy: string) => shortDay(`${yy}0229`) ?? shortDay(`${yy}0228`);

/** Value date, booking date (or spaces), direction, letter of the currency, amount, type, references. */
const LINE =
  /^(\d{6})(\d{4}| {4})?(R?[CD])([A-Z])?(\d[\d,]{0,15})([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function lineOf({ value, at }: Field, draft: Draft): ParsedLine {
  const currency = draft.opening?.currency;
  if (currency === undefined) throw faultAt(at, ":61:", "the opening balance (:60F:) is missing.");
  const [, valued = "", booked, mark, , figure = "", , reference, entryReference, more] =
    LINE.exec(value) ?? [];
  const valueDay = valueDayOf(valued);
  if (mark === undefined || valueDay === null) {
    const message = `${shown(value)} is not a line such as 2611021102C100,00NTRFNONREF.`;
    throw faultAt(at, ":61:", message);
  }
  const minor = readUnsigned(figure, ",", currency);
  if (minor === null) {
    throw faultAt(at, ":61: amount", `${shown(figure)} is not an amount in ${currency}.`);
  }
  const isBooked = booked !== undefined && booked.trim() !== "";
  const bookingDay = isBooked ? nearest(booked, valueDay) : valueDay;
  if (bookingDay === null) {
    throw faultAt(at, ":61: entry date", `${shown(booked ?? "")} is not a date.`);
  }
  return {
    at,
    bookingDay,
    valueDay,
    // A reversal of a credit is a debit.
    amountMinor: mark === "C" || mark === "RD" ? minor : -minor,
    entryReference: referenceOf(entryReference),
    references: referencesOf([reference]),
    text: cleaned(more ?? "", 34),
    counterparty: null,
  };
}

/** The entry date has no year: the one that is nearest to the value date. */
function nearest(mmdd: string, valueDay: string): string | null {
  const year = Number(valueDay.slice(0, 4));
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  const days = [year - 1, year, year + 1]
    .map((one) => readDay(`${one}${mmdd}`, "YYYYMMDD"))
    .filter((day) => day !== null);
  return days.sort((a, b) => away(a) - away(b))[0] ?? null;
}

/** `:86:` belongs to the line before it. After the closing balance it is about the statement. */
function addDetails(draft: Draft, { value }: Field): void {
  const line = draft.lines.at(-1);
  if (!line || draft.closing) return;
  const { references, text, counterparty } = readDetails(value);
  draft.lines[draft.lines.length - 1] = {
    ...line,
    references: referencesOf([...references, ...line.references]),
    text: [line.text, text].filter(Boolean).join(" "),
    counterparty,
  };
}

function finished(draft: Draft): ParsedStatement {
  const { at, bankAccount, opening, closing, lines } = draft;
  if (!bankAccount) throw faultAt(at, ":25:", "the account is missing.");
  if (!opening) throw faultAt(at, ":60F:", "the opening balance is missing.");
  if (!closing) throw faultAt(at, ":62F:", "the closing balance is missing.");
  if (opening.currency !== closing.currency) {
    const message = `the closing balance is in ${closing.currency}, the opening balance in ${opening.currency}.`;
    throw faultAt(at, ":62F:", message);
  }
  const { sequence, id, page } = draft.number;
  const number = [id, page].filter((part) => part !== null).join("/");
  return {
    at,
    bankAccount,
    currency: opening.currency,
    // Numbers begin again each year.
    reference: id === null ? null : `${closing.day.slice(0, 4)}/${number}`,
    sequence,
    fromDay: firstDay(opening.day, closing.day, lines),
    toDay: closing.day,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    lines,
  };
}

/** Most banks date the opening balance with the day of the closing balance before. */
function firstDay(openingDay: string, closingDay: string, lines: readonly ParsedLine[]): string {
  const after = openingDay < closingDay ? addDays(openingDay, 1) : closingDay;
  return earliest([after, ...lines.map(({ bookingDay }) => bookingDay)]);
}
