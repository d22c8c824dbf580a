import { type ApiError, invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { API_NAMES, Faults, type Instruction, type InstructionField } from "../instruction.ts";
import type { ReadBatch, ReadRow } from "../types.ts";

const FIELDS: Readonly<Record<string, InstructionField>> = {
  currency: "currency",
  rail: "rail",
  reference: "reference",
  end_to_end_id: "endToEndId",
};
const BENEFICIARY_FIELDS: Readonly<Record<string, InstructionField>> = {
  name: "name",
  iban: "iban",
  account_number: "accountNumber",
  sort_code: "sortCode",
  bic: "bic",
  country: "country",
};

export const NOTHING: Instruction = {
  name: null,
  iban: null,
  accountNumber: null,
  sortCode: null,
  bic: null,
  country: null,
  amountMinor: null,
  currency: null,
  rail: null,
  reference: null,
  endToEndId: null,
  metadata: {},
  notBefore: null,
};

/** Reads instructions in JSON, in the form of a single payout. Faults belong to the instruction. */
export function readInstructions(list: readonly unknown[]): ReadBatch {
  return { rows: list.map(readOne), faults: [] };
}

function readOne(given: unknown): ReadRow {
  const faults = new Faults(API_NAMES);
  if (!isObject(given)) {
    faults.note("row_invalid", null, "An instruction must be an object.");
    return { instruction: NOTHING, faults };
  }
  const { amount, beneficiary, metadata, ...rest } = given;
  const account = beneficiary ?? {};
  if (!isObject(account)) faults.note("missing", "name", "The beneficiary must be an object.");
  const instruction: Instruction = {
    ...NOTHING,
    ...texts(rest, FIELDS, faults),
    ...(isObject(account) ? texts(account, BENEFICIARY_FIELDS, faults, "beneficiary") : {}),
    amountMinor: readAmount(amount, faults),
    metadata: readMetadata(metadata, faults),
  };
  return { instruction, faults };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function texts(
  given: Record<string, unknown>,
  fields: Readonly<Record<string, InstructionField>>,
  faults: Faults,
  parent?: string,
): Partial<Record<InstructionField, string | null>> {
  const found: Partial<Record<InstructionField, string | null>> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const shown = parent ? `${parent}[${excerpt(name, 60)}]` : excerpt(name, 60);
    if (!field) faults.noteAt("unknown_field", shown, `Unknown field: ${shown}`);
    else if (value === null || value === undefined) found[field] = null;
    else if (typeof value === "string") found[field] = value;
    else faults.note("row_invalid", field, "Must be a string.");
  }
  return found;
}

function readMetadata(given: unknown, faults: Faults): Record<string, string> {
  if (given === undefined || given === null) return {};
  const isPairs =
    isObject(given) &&
    Object.entries(given).every(
      ([key, value]) =>
        key.length >= 1 && key.length <= 40 && typeof value === "string" && value.length <= 500,
    );
  if (isPairs && Object.keys(given).length <= 50) {
    return mergeMetadata({}, given as Record<string, string>);
  }
  faults.note("metadata_invalid", "metadata", "Must be an object of at most 50 strings.");
  return {};
}

/** No corridor permits more, so sums of a whole batch stay exact. Nor can an amount below zero be further from it. */
const MOST_MINOR = 99_999_999_999n;

const PLAIN_DIGITS = /^(?:0|[1-9]\d{0,19})$/;

/** Reads an amount in minor units, as a number or plain digits. Notes a fault and returns null for anything else. */
export function readAmount(given: unknown, faults: Faults): bigint | null {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "number" && Number.isSafeInteger(given))
    return bounded(BigInt(given), faults);
  if (typeof given === "string" && PLAIN_DIGITS.test(given)) return bounded(BigInt(given), faults);
  const label = "An amount must be a whole number of minor units: 12.50 EUR is 1250.";
  return faults.note("amount_invalid", "amountMinor", label);
}

export function bounded(amountMinor: bigint, faults: Faults): bigint | null {
  if (-MOST_MINOR <= amountMinor && amountMinor <= MOST_MINOR) return amountMinor;
  if (amountMinor < 0n) {
    return faults.note("amount_invalid", "amountMinor", "The amount must be more than zero.");
  }
  return faults.note(
    "amount_invalid",
    "amountMinor",
    "The amount exceeds the maximum of every rail.",
  );
}

/** Maximum number of instructions in a batch. */
export const MAX_ROWS = 20_000;

/** The error for a batch with more instructions, in `param`. */
export function tooManyRows(param: "file" | "instructions"): ApiError {
  const most = MAX_ROWS.toLocaleString("en-US");
  return invalid(param, `A batch can have at most ${most} instructions.`);
}
