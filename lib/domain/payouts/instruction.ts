import type { Metadata } from "#lib/kernel/metadata.ts";

/** One payout as somebody asked for it, from JSON, a CSV row or a pain.001 transaction; null: not given. */
export type Instruction = {
  name: string | null;
  iban: string | null;
  accountNumber: string | null;
  sortCode: string | null;
  bic: string | null;
  country: string | null;
  /** In minor units; an amount that cannot be read is a fault of its own. */
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

/** What the fields are called where the instruction came from: a fault names them so. */
export type FieldNames = Readonly<Record<InstructionField, string>>;

/** An instruction may have any number of fields that do not exist. */
const MOST_FAULTS = 50;

/** Collects what is wrong with one instruction: the first 50 faults. */
export class Faults {
  readonly found: Fault[] = [];
  readonly #names: FieldNames;

  constructor(names: FieldNames) {
    this.#names = names;
  }

  get count(): number {
    return this.found.length;
  }

  /** Whether it was no instruction at all, so that nothing in it can be looked at. */
  get isUnreadable(): boolean {
    return this.found.some(({ code, param }) => code === "row_invalid" && param === null);
  }

  /** One fault of a field is enough: what follows from it is not noted. */
  note(code: FaultCode, field: InstructionField | null, message: string): null {
    return this.noteAt(code, field && this.#names[field], message);
  }

  /** The same of what is no field of ours. */
  noteAt(code: FaultCode, param: string | null, message: string): null {
    const isKnown = this.found.some((fault) => fault.param === param);
    if (!isKnown && this.found.length < MOST_FAULTS) this.found.push({ code, param, message });
    return null;
  }
}

/** The names of the API's own parameters. */
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
