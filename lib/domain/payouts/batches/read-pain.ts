import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { decimalToMinor } from "#lib/kernel/money.ts";
import { parseXml, type XmlElement } from "#lib/kernel/parse-xml.ts";
import { isDay } from "#lib/kernel/period.ts";
import { type Fault, Faults, type FieldNames, type Instruction } from "../instruction.ts";
import type { ReadBatch, ReadRow } from "../types.ts";
import { bounded, MAX_ROWS, NOTHING, tooManyRows } from "./read-instructions.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
const ROOT = "CstmrCdtTrfInitn";
const TRANSACTION = `${ROOT}/PmtInf/CdtTrfTxInf`;

/** The element of each field in a transaction (ISO 20022). */
const NAMES: FieldNames = {
  name: "Cdtr/Nm",
  iban: "CdtrAcct/Id/IBAN",
  accountNumber: "CdtrAcct/Id/Othr/Id",
  sortCode: "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId",
  bic: "CdtrAgt/FinInstnId/BICFI",
  country: "Cdtr/PstlAdr/Ctry",
  amountMinor: "Amt/InstdAmt",
  currency: "Amt/InstdAmt/@Ccy",
  rail: "PmtTpInf/LclInstrm/Cd",
  reference: "RmtInf/Ustrd",
  endToEndId: "PmtId/EndToEndId",
  metadata: "SplmtryData",
  executionDate: "PmtInf/ReqdExctnDt",
};

/** The declared number of transactions and control sum of a group or of the file. */
type Declared = { at: string; count: string | null; sum: string | null };
type Sums = { count: number; sum: bigint };

/**
 * Reads the instructions of an ISO 20022 credit transfer initiation (pain.001.001.09). The debtor is this account,
 * whatever the file contains. `LclInstrm` `INST` requests SEPA Instant; otherwise a SEPA credit transfer is sent. Numbers
 * of transactions and control sums that do not match the transactions are faults of the file. `nowMs` is the account's
 * time. Throws `parameter_invalid` (`file`) for any other file.
 */
export function readPain(text: string, nowMs: number): ReadBatch {
  const reader = new PainReader(nowMs);
  parseXml(text, {
    root: (name, namespace) => {
      if (name === "Document" && namespace === NAMESPACE) return;
      throw invalid(
        "file",
        "The XML is not a credit transfer file: its root must be a Document of pain.001.001.09.",
      );
    },
    open: (path) => reader.open(path.join("/")),
    close: (element) => reader.close(element.path.join("/"), element),
  });
  if (reader.rows.length === 0) throw invalid("file", "The file has no transaction (CdtTrfTxInf).");
  reader.compare(reader.header, reader.all);
  return { rows: reader.rows, faults: reader.faults };
}

class PainReader {
  readonly rows: ReadRow[] = [];
  readonly faults: Fault[] = [];
  readonly header: Declared = { at: "GrpHdr", count: null, sum: null };
  readonly all: Sums = { count: 0, sum: 0n };
  #group: Declared = { at: "PmtInf", count: null, sum: null };
  #groupSums: Sums = { count: 0, sum: 0n };
  #groupRail: string | null = null;
  #groupDate: string | null = null;
  /** The transaction's own elements, by their path below it; remittance lines are joined. */
  #fields = new Map<string, string>();
  #currency: string | null = null;
  readonly #nowMs: number;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  open(path: string): void {
    if (path === `${ROOT}/PmtInf`) {
      this.#group = { at: "PmtInf", count: null, sum: null };
      this.#groupSums = { count: 0, sum: 0n };
      this.#groupRail = null;
      this.#groupDate = null;
    }
    if (path === TRANSACTION) {
      this.#fields = new Map();
      this.#currency = null;
    }
  }

  close(path: string, { text, attributes }: XmlElement): void {
    if (path.startsWith(`${TRANSACTION}/`)) {
      const name = path.slice(TRANSACTION.length + 1);
      const before = this.#fields.get(name);
      this.#fields.set(name, before === undefined ? text : `${before} ${text}`);
      if (name === "Amt/InstdAmt") this.#currency = attributes.Ccy ?? null;
      return;
    }
    switch (path.slice(ROOT.length + 1)) {
      case "GrpHdr/NbOfTxs":
        this.header.count = text;
        break;
      case "GrpHdr/CtrlSum":
        this.header.sum = text;
        break;
      case "PmtInf/NbOfTxs":
        this.#group.count = text;
        break;
      case "PmtInf/CtrlSum":
        this.#group.sum = text;
        break;
      case "PmtInf/PmtMtd":
        if (text !== "TRF")
          throw invalid("file", "PmtMtd must be TRF: only credit transfers are accepted.");
        break;
      case "PmtInf/PmtTpInf/LclInstrm/Cd":
      case "PmtInf/PmtTpInf/LclInstrm/Prtry":
        this.#groupRail = text;
        break;
      case "PmtInf/ReqdExctnDt/Dt":
      case "PmtInf/ReqdExctnDt/DtTm":
        this.#groupDate = text;
        break;
      case "PmtInf/ReqdExctnDt":
        this.#endDate(text);
        break;
      case "PmtInf/CdtTrfTxInf":
        this.#endTransaction();
        break;
      case "PmtInf":
        this.compare(this.#group, this.#groupSums);
    }
  }

  /** A date that is not where it belongs must not mean now. */
  #endDate(text: string): void {
    this.#groupDate ??= text;
    if (this.#groupSums.count === 0) return;
    throw invalid("file", "ReqdExctnDt must come before the transactions of its PmtInf.");
  }

  #endTransaction(): void {
    if (this.rows.length >= MAX_ROWS) {
      throw tooManyRows("file");
    }
    const faults = new Faults(NAMES);
    const value = (name: string) => this.#fields.get(name) || null;
    const rail = value("PmtTpInf/LclInstrm/Cd") ?? this.#groupRail;
    const currency = this.#currency;
    const instruction: Instruction = {
      ...NOTHING,
      name: value("Cdtr/Nm"),
      iban: value("CdtrAcct/Id/IBAN"),
      accountNumber: value("CdtrAcct/Id/Othr/Id"),
      sortCode: value("CdtrAgt/FinInstnId/ClrSysMmbId/MmbId"),
      bic: value("CdtrAgt/FinInstnId/BICFI"),
      country: value("Cdtr/PstlAdr/Ctry"),
      amountMinor: this.#amount(value("Amt/InstdAmt"), currency, faults),
      currency,
      rail: currency === "EUR" ? (rail === "INST" ? "sepa_instant" : "sepa_credit") : null,
      reference: value("RmtInf/Ustrd") ?? value("RmtInf/Strd/CdtrRefInf/Ref"),
      endToEndId: value("PmtId/EndToEndId"),
      notBefore: executionDate(this.#groupDate, this.#nowMs, faults),
    };
    this.rows.push({ instruction, faults });
  }

  #amount(text: string | null, currency: string | null, faults: Faults): bigint | null {
    const exact = text === null ? null : scaled(text);
    for (const sums of [this.all, this.#groupSums]) {
      sums.count += 1;
      sums.sum += exact ?? 0n;
    }
    if (text === null || currency === null || !isCurrency(currency)) return null;
    const amountMinor =
      exact === null || text.includes(",") ? null : decimalToMinor(text, currency);
    if (amountMinor !== null) return bounded(amountMinor, faults);
    const label = `${excerpt(text, 40)} is not an amount in ${currency}.`;
    return faults.note("amount_invalid", "amountMinor", label);
  }

  /** Notes faults where declared values differ from the transactions. */
  compare(declared: Declared, found: Sums): void {
    const { at: place, count, sum } = declared;
    if (count !== null && count !== String(found.count)) {
      this.faults.push({
        code: "number_of_transactions_mismatch",
        param: `${place}/NbOfTxs`,
        message: `It says ${excerpt(count, 40)} transactions; there are ${found.count}.`,
      });
    }
    if (sum !== null && scaled(sum) !== found.sum) {
      this.faults.push({
        code: "control_sum_mismatch",
        param: `${place}/CtrlSum`,
        message: `It says ${excerpt(sum, 40)}; the amounts add up to ${plain(found.sum)}.`,
      });
    }
  }
}

/** The maximum number of decimal places of a control sum in ISO 20022. */
const PLACES = 17;

/** A decimal number times 10^17, exact; null if malformed. */
function scaled(text: string): bigint | null {
  const [, whole, fraction = ""] = /^\+?(\d{1,18})(?:\.(\d{0,17}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(PLACES, "0"));
}

function plain(sum: bigint): string {
  const digits = sum.toString().padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES).replace(/0{0,15}$/, "")}`;
}

const FURTHEST_MS = 366 * DAY_MS;

/** A date, or a date and a time; in UTC unless it has an offset (ISO 8601, as XML writes it). */
const EXECUTION = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** The moment before which nothing may be sent; a past one means now. */
function executionDate(text: string | null, nowMs: number, faults: Faults): Date | null {
  if (text === null) return null;
  const [, day = "", time = "T00:00", offset = "Z"] = EXECUTION.exec(text) ?? [];
  // `Date.parse` alone takes 30 February for 2 March.
  const ms = isDay(day) ? Date.parse(`${day}${time}${offset}`) : Number.NaN;
  if (Number.isFinite(ms) && ms < nowMs + FURTHEST_MS) return dateFromMs(ms);
  const label = "The execution date must be a date within the next 366 days.";
  return faults.note("execution_date_invalid", "executionDate", label);
}
