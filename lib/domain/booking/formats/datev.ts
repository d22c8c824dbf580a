import { toIsoSeconds } from "#lib/kernel/clock.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { addDays } from "#lib/kernel/period.ts";
import type { JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import type { Entry } from "../entries.ts";
import { type BookingPlan, fiscalYearOf } from "../plan-booking.ts";
import { accountLength } from "../settings.ts";

const numbered = (last: number, of: (n: number) => string[]) =>
  Array.from({ length: last }, (_, i) => of(i + 1)).flat();

/** The 125 columns of the format, in their order, with DATEV's own spelling. */
const COLUMNS = [
  ..."Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto".split(
    ";",
  ),
  ..."Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext".split(
    ";",
  ),
  ..."Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink".split(
    ";",
  ),
  ...numbered(8, (n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]),
  ..."KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)".split(
    ";",
  ),
  ..."EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L".split(
    ";",
  ),
  ..."BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung".split(";"),
  ...numbered(20, (n) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]),
  ..."Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp".split(
    ";",
  ),
  ..."Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)".split(";"),
  ..."Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen)".split(
    ";",
  ),
  ..."Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername".split(
    ";",
  ),
  ..."Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis".split(";"),
  ..."Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum".split(
    ";",
  ),
  ..."Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land".split(";"),
  ..."Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)".split(
    ";",
  ),
  "Abw. Skontokonto",
];

/** Ten digits before the comma. A larger sum is written as several bookings. */
const MOST_UNITS = 9_999_999_999n;

/**
 * Writes a batch of bookings (Buchungsstapel) in the DATEV format: header version 700, format version 13, Windows-1252, one
 * booking per entry with `Konto` on the debit side. Source: https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel
 * and the sample file of https://developer.datev.de/datev/platform/en/dtvf. Returns the file and its number of bookings.
 */
export function writeDatev(
  entries: readonly Entry[],
  plan: BookingPlan,
  { settings, createdAt }: { settings: JournalSettings; createdAt: Date },
): { bytes: Buffer; rowCount: number } {
  const rows = entries.flatMap((entry) =>
    partsOf(entry.amountMinor, plan.currency).map((minor) => rowOf(entry, minor, plan, settings)),
  );
  const lines = [headerOf(plan, settings, createdAt), COLUMNS.join(";"), ...rows];
  // These texts have no sign in which Windows-1252 differs from Latin 1.
  const bytes = Buffer.from(lines.map((line) => `${line}\r\n`).join(""), "latin1");
  return { bytes, rowCount: rows.length };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string) => day.replaceAll("-", "");

/** The created time is the end of the period, so that the same books give the same bytes. */
function headerOf(
  { from, to, currency, mode }: BookingPlan,
  { accounts, datev }: JournalSettings,
  createdAt: Date,
): string {
  if (!datev) throw new Error("these settings are not for DATEV");
  const { chart, consultant, client, fiscalYearStart } = datev;
  const label = `Paydesk ${mode === "test" ? "TEST " : ""}${from.slice(0, 7)} ${currency}`;
  return [
    ...[quoted("EXTF"), 700, 21, quoted("Buchungsstapel"), 13],
    ...[
      `${toIsoSeconds(createdAt).replace(/\D/g, "")}000`,
      "",
      quoted("RE"),
      quoted("Paydesk"),
      quoted(""),
    ],
    ...[consultant, client, compact(fiscalYearOf(from, fiscalYearStart)), accountLength(accounts)],
    ...[compact(from), compact(addDays(to, -1)), quoted(label), quoted("")],
    // A batch of financial accounting (1) for any purpose (0), not locked (0).
    ...[1, 0, 0, quoted(currency), "", quoted(""), "", ""],
    ...[quoted(chart === "other" ? "" : chart.slice(3)), "", "", quoted(""), quoted("")],
  ].join(";");
}

function partsOf(minor: bigint, currency: string): bigint[] {
  const most = MOST_UNITS * 10n ** BigInt(minorToDecimal(1n, currency).split(".")[1]?.length ?? 0);
  const parts: bigint[] = [];
  for (let rest = minor; rest > 0n; rest -= most) parts.push(rest < most ? rest : most);
  return parts;
}

function rowOf(
  entry: Entry,
  minor: bigint,
  { currency }: BookingPlan,
  { accounts }: JournalSettings,
): string {
  const { day, debit, credit, reference, bankReference, textDe } = entry;
  const [units = "", decimals = ""] = minorToDecimal(minor, currency).split(".");
  const [, month = "", date = ""] = day.split("-");
  const cells = [
    ...[`${units},${decimals.padEnd(2, "0")}`, quoted("S"), quoted(currency), "", "", quoted("")],
    ...[accounts[debit], accounts[credit], quoted(""), `${date}${month}`],
    ...[quoted(fieldOf(bankReference ?? reference)), quoted(""), ""],
    quoted(`Paydesk ${textDe}`.slice(0, 60)),
  ];
  return [...cells, ...Array<string>(COLUMNS.length - cells.length).fill("")].join(";");
}

/** `Belegfeld 1`: 36 letters, digits and some signs. For a settlement it is its reference on the bank statement. */
const fieldOf = (reference: string) => reference.replace(/[^A-Za-z0-9$&%*+/-]/g, "").slice(0, 36);
