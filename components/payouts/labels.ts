import type { Tone } from "#components/ui/status.tsx";
import {
  APPROVAL_STATES,
  type BatchFormat,
  PAYOUT_RAILS,
  type PayeeResult,
  type PayoutRail,
} from "#lib/kernel/vocabulary/payouts.ts";
import { choicesOf, labelOf } from "../filters/choices.ts";
import { countText } from "../format/locale.ts";

const RAILS: Record<PayoutRail, string> = {
  sepa_instant: "SEPA Instant",
  sepa_credit: "SEPA credit transfer",
  faster_payments: "Faster Payments",
  npp: "NPP",
  eft: "EFT",
  direct_credit: "Direct credit",
};

export const railName = (rail: string) => labelOf(RAILS, rail) ?? rail;

export const RAIL_CHOICES = choicesOf(PAYOUT_RAILS, RAILS);

export type PayeeLabel = { word: string; tone: Tone; hint: string };

const PAYEE: Record<PayeeResult, PayeeLabel> = {
  match: {
    word: "Name matches",
    tone: "positive",
    hint: "The bank confirmed the name of the account holder",
  },
  close_match: {
    word: "Name almost matches",
    tone: "warning",
    hint: "The account holder has a similar name",
  },
  no_match: {
    word: "Name does not match",
    tone: "negative",
    hint: "The account holder has another name",
  },
  unavailable: {
    word: "Name not verified",
    tone: "neutral",
    hint: "This bank does not support the check",
  },
};

export function payeeLabel(result: string): PayeeLabel {
  return labelOf(PAYEE, result) ?? { word: result, tone: "neutral", hint: "" };
}

/** Groups of four characters, as on bank forms: `RF18 PDL0 0100 042`. */
export const groupsOfFour = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

export type AccountText = {
  iban: string | null;
  accountNumber: string | null;
  sortCode: string | null;
};

/** A readable account number: `DE23 9999 9999 0000 0000 00`, `10-88-00 · 00012345`. */
export function accountText({ iban, accountNumber, sortCode }: AccountText): string {
  if (iban) return groupsOfFour(iban);
  const code = sortCode?.length === 6 ? sortCode.replace(/(..)(?=.)/g, "$1-") : sortCode;
  return [code, accountNumber].filter(Boolean).join(" · ");
}

/** A short account number for list rows: `DE •• 0000`. */
export function shortAccount({ iban, accountNumber }: AccountText): string {
  if (iban) return `${iban.slice(0, 2)} •• ${iban.slice(-4)}`;
  return accountNumber ? `•• ${accountNumber.slice(-4)}` : "";
}

const FORMATS: Record<BatchFormat, string> = {
  json: "API call",
  csv: "CSV",
  "pain.001": "pain.001",
};
export const formatName = (format: string) => labelOf(FORMATS, format) ?? format;

/** `1 payout`, `1,204 payouts`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The status shown for a payout or batch, including that it is waiting for approval. */
export function shownStatus(line: { status: string; approval: string | null }): string {
  const isOpen = line.status === "pending" || line.status === "processing";
  return isOpen && line.approval === "pending" ? "waits_for_approval" : line.status;
}

/** Canceled ones are found by the payout's status. */
export const APPROVAL_CHOICES = APPROVAL_STATES.filter((state) => state !== "canceled").map(
  (state) => ({ value: state, label: state }),
);
