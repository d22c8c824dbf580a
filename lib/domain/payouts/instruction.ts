import type { Metadata } from "#lib/kernel/metadata.ts";

/** A requested payout, from JSON, a CSV row or a pain.001 transaction. Null fields were not given. */
export type Instruction = {
  name: string | null;
  iban: string | null;
  accountNumber: string | null;
  sortCode: string | null;
  bic: string | null;
  country: string | null;
  /** In minor units; an unreadable amount is noted as a fault. */
  amountMinor: bigint | null;
  currency: string | null;
  rail: string | null;
  reference: string | null;
  endToEndId: string | null;
  metadata: Metadata;
  notBefore: Date | null;
};

export type InstructionField = Exclude<keyof Instruction, "notBefore"> | "executionDate";

export const FAULT_CODES = [
  "missing",
  "unknown_field",
  "name_invalid",
  "iban_invalid",
  "iban_country_invalid",
  "account_invalid",
  "sort_code_invalid",
  "bic_invalid",
  "country_invalid",
  "amount_invalid",
  "currency_invalid",
  "currency_mixed",
  "corridor_not_approved",
  "rail_invalid",
  "reference_invalid",
  "end_to_end_id_invalid",
  "execution_date_invalid",
  "metadata_invalid",
  "card_data",
  "row_invalid",
  "number_of_transactions_mismatch",
  "control_sum_mismatch",
  "balance_insufficient",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export type Fault = { code: FaultCode; param: string | null; message: string };

/** The names of the fields in the instruction's format, for its faults. */
export type FieldNames = Readonly<Record<InstructionField, string>>;

/** Bounds the faults of one instruction, which may have any number of unknown fields. */
const MOST_FAULTS = 50;

/** Collects the first 50 faults of one instruction. */
export class Faults {
  readonly found: Fault[] = [];
  readonly #names: FieldNames;

  constructor(names: FieldNames) {
    this.#names = names;
  }

  get count(): number {
    return this.found.length;
  }

  /** Whether it is not an instruction at all, so that its fields cannot be checked. */
  get isUnreadable(): boolean {
    return this.found.some(({ code, param }) => code === "row_invalid" && param === null);
  }

  /** Notes a fault; only the first one of each field is kept. */
  note(code: FaultCode, field: InstructionField | null, message: string): null {
    return this.noteAt(code, field && this.#names[field], message);
  }

  /** As `note`, for a parameter that is not a known field. */
  noteAt(code: FaultCode, param: string | null, message: string): null {
    const isKnown = this.found.some((fault) => fault.param === param);
    if (!isKnown && this.found.length < MOST_FAULTS) this.found.push({ code, param, message });
    return null;
  }
}

/** The names of the API's parameters. */
export const API_NAMES: FieldNames = {
  name: "beneficiary[name]",
  iban: "beneficiary[iban]",
  accountNumber: "beneficiary[account_number]",
  sortCode: "beneficiary[sort_code]",
  bic: "beneficiary[bic]",
  country: "beneficiary[country]",
  amountMinor: "amount",
  currency: "currency",
  rail: "rail",
  reference: "reference",
  endToEndId: "end_to_end_id",
  metadata: "metadata",
  executionDate: "execution_date",
};
