import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { parseXml, type XmlElement } from "#lib/kernel/parse-xml.ts";
import { isDay } from "#lib/kernel/period.ts";
import {
  accountOf,
  cleaned,
  earliest,
  faultAt,
  latest,
  MOST_NAME,
  MOST_TEXT,
  readUnsigned,
  referenceOf,
  referencesOf,
  shown,
  tooManyLines,
  tooManyStatements,
} from "./fields.ts";
import { MAX_LINES, MAX_STATEMENTS, type ParsedLine, type ParsedStatement } from "./types.ts";

/** Versions 02 (2009) to 14: the elements read here have the same names in all. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-4])$/;
const STATEMENT = "BkToCstmrStmt/Stmt";
const BALANCE = "Bal";
const ENTRY = "Ntry";

/** The values of one element and everything below it, by their path; the first of each, with its line. */
class Fields {
  readonly at: number;
  readonly #values = new Map<
    string,
    { text: string; at: number; currency: string | undefined }[]
  >();

  constructor(at: number) {
    this.at = at;
  }

  add(path: string, { text, line, attributes }: XmlElement): void {
    const values = this.#values.get(path) ?? [];
    values.push({ text, at: line, currency: attributes.Ccy });
    this.#values.set(path, values);
  }

  first(...paths: string[]) {
    for (const path of paths) {
      const [value] = this.#values.get(path) ?? [];
      if (value && value.text !== "") return value;
    }
    return null;
  }

  text(...paths: string[]): string | null {
    return this.first(...paths)?.text ?? null;
  }

  all(...paths: string[]): string[] {
    return paths.flatMap((path) => (this.#values.get(path) ?? []).map(({ text }) => text));
  }
}

type Amount = { minor: bigint; currency: string; at: number };
type Draft = { own: Fields; balances: Fields[]; lines: ParsedLine[]; currency: string | null };

/**
 * Reads the statements of an ISO 20022 bank-to-customer statement (camt.053). Entries that are not booked count in no
 * balance and are left out. Throws `parameter_invalid` (`file`) with line and element for any other file.
 */
export function parseCamt053(text: string): ParsedStatement[] {
  const reader = new CamtReader();
  parseXml(text, {
    root: (name, namespace) => {
      if (name === "Document" && NAMESPACE.test(namespace)) return;
      throw invalid(
        "file",
        "The XML is not a bank statement: its root must be a Document of camt.053.001.",
      );
    },
    open: (path) => reader.open(path.join("/")),
    close: (element) => reader.close(element.path.join("/"), element),
  });
  if (reader.statements.length === 0) {
    throw invalid("file", "The file has no statement (BkToCstmrStmt/Stmt).");
  }
  return reader.statements;
}

class CamtReader {
  readonly statements: ParsedStatement[] = [];
  #draft: Draft | null = null;
  #part: Fields | null = null;
  #lines = 0;

  open(path: string): void {
    if (path === STATEMENT) {
      if (this.statements.length >= MAX_STATEMENTS) throw tooManyStatements();
      this.#draft = { own: new Fields(0), balances: [], lines: [], currency: null };
    }
    if (path === `${STATEMENT}/${BALANCE}` || path === `${STATEMENT}/${ENTRY}`) {
      this.#part = new Fields(0);
    }
  }

  close(path: string, element: XmlElement): void {
    const draft = this.#draft;
    if (!draft) return;
    if (path === STATEMENT) {
      this.statements.push(finished(draft, element.line));
      this.#draft = null;
      return;
    }
    const below = path.slice(STATEMENT.length + 1);
    if (below === BALANCE && this.#part) draft.balances.push(this.#ended(element));
    else if (below === ENTRY && this.#part) this.#addEntry(draft, this.#ended(element));
    else if (this.#part) this.#part.add(below.slice(below.indexOf("/") + 1), element);
    else draft.own.add(below, element);
  }

  #ended({ line }: XmlElement): Fields {
    const part = Object.assign(this.#part!, { at: line });
    this.#part = null;
    return part;
  }

  #addEntry(draft: Draft, entry: Fields): void {
    const status = entry.text("Sts/Cd", "Sts/Prtry", "Sts");
    if (status !== null && status !== "BOOK") return;
    if (++this.#lines > MAX_LINES) throw tooManyLines();
    const amount = amountOf(entry, "Ntry");
    draft.currency ??= draft.own.text("Acct/Ccy") ?? amount.currency;
    if (amount.currency !== draft.currency) {
      const message = `the entry is in ${amount.currency}, but the account is in ${draft.currency}.`;
      throw faultAt(amount.at, "Ntry/Amt/@Ccy", message);
    }
    draft.lines.push(lineOf(entry, amount.minor));
  }
}

/** The signed amount of an entry or balance. A reversal has the direction that it says. */
function amountOf(fields: Fields, name: string): Amount {
  const given = fields.first("Amt");
  if (!given) throw faultAt(fields.at, `${name}/Amt`, "the amount is missing.");
  const currency = given.currency ?? "";
  if (!isCurrency(currency)) {
    throw faultAt(given.at, `${name}/Amt/@Ccy`, `${shown(currency)} is not a currency.`);
  }
  // A decimal of XML Schema can have a plus sign, and no digit before the point.
  const plain = given.text.replace(/^\+?(?:(?=\d)|(?=\.\d))/, "").replace(/^\./, "0.");
  const minor = readUnsigned(plain, ".", currency);
  if (minor === null) {
    throw faultAt(given.at, `${name}/Amt`, `${shown(given.text)} is not an amount in ${currency}.`);
  }
  const direction = fields.first("CdtDbtInd");
  if (direction?.text !== "CRDT" && direction?.text !== "DBIT") {
    const message = `${shown(direction?.text ?? "")} is neither CRDT nor DBIT.`;
    throw faultAt(direction?.at ?? fields.at, `${name}/CdtDbtInd`, message);
  }
  return { minor: direction.text === "CRDT" ? minor : -minor, currency, at: given.at };
}

/** The day of a date or of a time in the bank's zone. */
function dayAt(fields: Fields, path: string, name: string): string | null {
  const given = fields.first(`${path}/Dt`, `${path}/DtTm`, path);
  if (!given) return null;
  const day = given.text.slice(0, 10);
  if (isDay(day)) return day;
  throw faultAt(given.at, `${name}/${path}`, `${shown(given.text)} is not a date.`);
}

const DETAILS = "NtryDtls/TxDtls";
/** References that the payer gave; others are the bank's own. */
const REFERENCES = [
  `${DETAILS}/Refs/EndToEndId`,
  `${DETAILS}/RmtInf/Strd/CdtrRefInf/Ref`,
  `${DETAILS}/Refs/PmtInfId`,
  "NtryDtls/Btch/PmtInfId",
];

function lineOf(entry: Fields, amountMinor: bigint): ParsedLine {
  const valueDay = dayAt(entry, "ValDt", "Ntry");
  const bookingDay = dayAt(entry, "BookgDt", "Ntry") ?? valueDay;
  if (bookingDay === null) throw faultAt(entry.at, "Ntry/BookgDt", "the booking date is missing.");
  const other = amountMinor > 0n ? "Dbtr" : "Cdtr";
  const party = `${DETAILS}/RltdPties/${other}`;
  const texts = entry.all(
    `${DETAILS}/RmtInf/Ustrd`,
    `${DETAILS}/AddtlTxInf`,
    `${DETAILS}/RtrInf/Rsn/Cd`,
    "AddtlNtryInf",
  );
  return {
    at: entry.at,
    bookingDay,
    valueDay: valueDay ?? bookingDay,
    amountMinor,
    entryReference: referenceOf(entry.text("AcctSvcrRef", `${DETAILS}/Refs/AcctSvcrRef`)),
    references: referencesOf(entry.all(...REFERENCES)),
    text: cleaned(texts.join(" "), MOST_TEXT),
    counterparty: cleaned(entry.text(`${party}/Nm`, `${party}/Pty/Nm`) ?? "", MOST_NAME) || null,
  };
}

function finished({ own, balances, lines, currency }: Draft, at: number): ParsedStatement {
  const account = own.first("Acct/Id/IBAN", "Acct/Id/Othr/Id");
  const bankAccount = account && accountOf(account.text);
  if (!bankAccount) throw faultAt(account?.at ?? at, "Stmt/Acct/Id", "the account is missing.");
  const outer = outerBalances(balances);
  const opening = balanceOf(outer.opening, "opening", at);
  const closing = balanceOf(outer.closing, "closing", at);
  const ofAccount = own.text("Acct/Ccy") ?? currency ?? closing.currency;
  for (const [name, balance] of Object.entries({ opening, closing })) {
    if (balance.currency === ofAccount) continue;
    const message = `the ${name} balance is in ${balance.currency}, but the account is in ${ofAccount}.`;
    throw faultAt(balance.at, "Bal/Amt/@Ccy", message);
  }
  return {
    at,
    bankAccount,
    currency: ofAccount,
    reference: pageOf(own),
    sequence: numberOf(own, "ElctrncSeqNb") ?? numberOf(own, "LglSeqNb"),
    ...daysOf(own, { opening, closing, lines }),
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    lines,
  };
}

/** The statement's id, which all its pages share, with the page. */
function pageOf(own: Fields): string | null {
  const id = referenceOf(own.text("Id"));
  const page = own.text("StmtPgntn/PgNb");
  return id !== null && page !== null && page !== "1" ? `${id} page ${page.slice(0, 5)}` : id;
}

/** Null also for a number that no count of statements reaches: a date or an id of the bank. */
function numberOf(own: Fields, path: string): number | null {
  const given = own.first(path);
  if (!given) return null;
  if (!/^\d{1,18}(?:\.0*)?$/.test(given.text)) {
    throw faultAt(given.at, `Stmt/${path}`, `${shown(given.text)} is not a number.`);
  }
  const number = Number.parseInt(given.text, 10);
  return number <= MOST_STATEMENTS ? number : null;
}

const MOST_STATEMENTS = 999_999_999;

type Balance = Amount & { day: string | null; code: string };

const codeOf = (balance: Fields) => balance.text("Tp/CdOrPrtry/Cd");

/** The opening and closing balance, if there are. The pages of a long statement can begin and end with interim ones. */
function outerBalances(balances: readonly Fields[]) {
  const of = (code: string) => balances.filter((balance) => codeOf(balance) === code);
  const opening = of("OPBD")[0] ?? of("PRCD")[0] ?? of("ITBD")[0];
  const closing = of("CLBD")[0] ?? of("ITBD").findLast((interim) => interim !== opening);
  return { opening, closing };
}

const CODES = { opening: "OPBD or PRCD", closing: "CLBD" };

function balanceOf(found: Fields | undefined, what: "opening" | "closing", at: number): Balance {
  if (!found) {
    throw faultAt(at, "Stmt/Bal", `the ${what} balance (${CODES[what]}) is missing.`);
  }
  return { ...amountOf(found, "Bal"), day: dayAt(found, "Dt", "Bal"), code: codeOf(found) ?? "" };
}

function daysOf(
  own: Fields,
  parts: { opening: Balance; closing: Balance; lines: readonly ParsedLine[] },
) {
  const { opening, closing, lines } = parts;
  const booked = lines.map(({ bookingDay }) => bookingDay);
  const saidFrom = dayAt(own, "FrToDt/FrDtTm", "Stmt");
  const saidTo = dayAt(own, "FrToDt/ToDtTm", "Stmt");
  const openingDay = opening.code === "OPBD" ? opening.day : null;
  const toDay = closing.day ?? saidTo ?? (booked.length > 0 ? latest(booked) : null);
  if (toDay === null) throw faultAt(closing.at, "Bal/Dt", "the date of the balance is missing.");
  const fromDay = saidFrom ?? openingDay ?? (booked.length > 0 ? earliest(booked) : toDay);
  return { fromDay: earliest([fromDay, toDay]), toDay };
}
