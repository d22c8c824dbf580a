import { countText, currentRules } from "#components/format/locale.ts";
import { shortDay } from "#components/home/days.ts";
import { moneyText } from "#components/money/money-text.ts";
import { countOf } from "#components/payouts/labels.ts";
import { dateText } from "#components/time/period-text.ts";
import type {
  BankLineView,
  FileAddedView,
  FindingView,
  LineMatchView,
  StatementListItemView,
} from "#lib/dashboard/views/bank-statements.ts";
import type {
  MatchConfidence,
  MovementKind,
  StatementFormat,
} from "#lib/kernel/vocabulary/bank-statements.ts";

const KINDS: Record<MovementKind, string> = {
  settlement_paid: "Settlement",
  payout_sent: "Payout",
  payout_returned: "Returned payout",
};

export const kindLabel = (kind: MovementKind) => KINDS[kind];

export const objectHref = (mode: string, kind: MovementKind, id: string) =>
  `/${mode}/${kind === "settlement_paid" ? "settlements" : "payouts"}/${id}`;

const FORMATS: Record<StatementFormat, string> = {
  "camt.053": "camt.053",
  mt940: "MT940",
  csv: "CSV",
};

export const formatLabel = (format: StatementFormat) => FORMATS[format];

const CONFIDENCES: Record<MatchConfidence, string> = {
  exact: "Reference and amount agree",
  likely: "Amount and value date agree",
  manual: "Matched by hand",
};

export const confidenceLabel = (confidence: MatchConfidence) => CONFIDENCES[confidence];

type Parts = Pick<LineMatchView, "amount" | "paid" | "currency" | "lineCount">;

/** How far several lines, or one smaller line, pay an object; null if one line pays it. */
export function partsLabel({ amount, paid, currency, lineCount }: Parts): string | null {
  if (lineCount === 1 && amount === paid) return null;
  const left = BigInt(amount) - BigInt(paid);
  const lines = countOf(lineCount, "line");
  if (left === 0n) return `Paid in parts, by ${lines}.`;
  const money = (minor: bigint | string) => moneyText(magnitude(String(minor)), currency);
  return `Paid in parts: ${money(paid)} of ${money(amount)} by ${lines}, ${money(left)} open.`;
}

/** `1 – 30 Nov 2026`; one day alone. */
export function daysLabel(fromDay: string, toDay: string): string {
  if (fromDay === toDay) return dateText(toDay);
  const isOneMonth = fromDay.slice(0, 7) === toDay.slice(0, 7);
  const isOneYear = fromDay.slice(0, 4) === toDay.slice(0, 4);
  // Only where the day comes first and the year last can the rest be left out.
  const isDayFirst = currentRules().order === "dmy";
  const short = isOneMonth ? String(Number(fromDay.slice(8))) : shortDay(fromDay);
  const from = isOneYear && isDayFirst ? short : dateText(fromDay);
  return `${from} – ${dateText(toDay)}`;
}

const MOST_WHOLE = 12;

/** The end of an account's number, by which people know it: `DE89 … 3000`. */
export function accountLabel(bankAccount: string): string {
  if (bankAccount.length <= MOST_WHOLE) return bankAccount;
  return `${bankAccount.slice(0, 4)} … ${bankAccount.slice(-4)}`;
}

type Amount = { amount: string; currency: string };

const magnitude = (amount: string) => amount.replace("-", "");

/** Why a line is open, in one sentence; null without a finding. `what` names the object. */
export function findingLabel(
  line: Amount & { finding: FindingView | null },
  what = line.finding?.object ? kindLabel(line.finding.object.kind).toLowerCase() : "",
): string | null {
  const { finding } = line;
  if (!finding) return null;
  const { code, count, currency, difference } = finding;
  if (code === "ambiguous") {
    return count === 1
      ? "One object has this amount and day, and another line fits it as well."
      : `${count} objects have this amount and day: choose the right one.`;
  }
  const about = finding.object ? `the ${what}` : `the ${count} payouts with this reference`;
  if (code === "currency") {
    return `The line is in ${line.currency}, ${about} in ${currency}.`;
  }
  const amount = BigInt(line.amount);
  const isMore =
    BigInt(magnitude(line.amount)) > BigInt(magnitude(objectAmount(amount, difference)));
  const differs = moneyText(magnitude(difference ?? "0"), currency);
  const base = `${differs} ${isMore ? "more" : "less"} than ${about}`;
  if (code === "fee") return `${base}: probably the bank’s fee.`;
  return code === "partial" ? `${base}: only a part.` : `${base}.`;
}

const objectAmount = (line: bigint, difference: string | null) =>
  String(line - BigInt(difference ?? 0));

/** The gap before a statement as a sentence; null without one. */
export function gapLabel({ gap, currency }: StatementListItemView): string | null {
  if (!gap) return null;
  const { missingNumbers: numbers, difference, previousToDay } = gap;
  const texts: string[] = [];
  if (numbers) {
    const { from, to } = numbers;
    texts.push(
      from === to ? `Statement ${from} is missing.` : `Statements ${from} to ${to} are missing.`,
    );
  }
  if (difference !== "0") {
    const money = moneyText(magnitude(difference), currency);
    const direction = difference.startsWith("-") ? "below" : "above";
    texts.push(
      `It opens ${money} ${direction} the closing balance of ${dateText(previousToDay)}${gap.overlaps ? ", because their days overlap" : ""}.`,
    );
  }
  return texts.join(" ");
}

/** The result of adding a file, in one or two sentences. */
export function addedLabel(done: FileAddedView): string {
  const { added, lines, linesMatched, linesTwice, twice } = done;
  const open = lines - linesTwice - linesMatched;
  const parts = [
    `${countOf(added.length, "statement")} with ${countOf(lines, "line")} added.`,
    lines === 0 ? "" : `${countText(linesMatched)} matched, ${countText(open)} open.`,
    linesTwice === 0 ? "" : `${countOf(linesTwice, "line")} counted before on another statement.`,
    twice.length === 0 ? "" : `${countOf(twice.length, "statement")} here already, left out.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The line in a dialog's title. */
export const lineTitle = ({ amount, currency, bookingDay }: BankLineView) =>
  `${moneyText(amount, currency)} of ${dateText(bookingDay)}`;
