import type { Context } from "#lib/kernel/context.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import { listBankAccounts } from "./browse-store.ts";
import type { CsvColumns } from "./formats/read-file.ts";
import { readFileOfAnySize } from "./formats/read-large-file.ts";
import type { BankAccount } from "./types.ts";

/** The columns of a CSV file, with the mapping that is remembered for its bank account, or a guess. */
export type FileColumns = Omit<CsvColumns, "guess"> & {
  mapping: CsvMapping;
  /** Null if no bank account's files have these columns. */
  bankAccount: string | null;
  currency: string | null;
};

/** Returns the columns of a CSV file; null for other formats, which need no mapping. Throws as `readFileOfAnySize`. Takes
 *  no lock. */
export async function previewFile(ctx: Context, bytes: Uint8Array): Promise<FileColumns | null> {
  const read = await readFileOfAnySize(bytes, null);
  if (!("columns" in read)) return null;
  const { guess, ...columns } = read.columns;
  const known = (await listBankAccounts(ctx)).filter((one) => fits(one, columns.header));
  // Two accounts of one bank have the same columns: a person chooses.
  const only = known.length === 1 ? known[0] : undefined;
  return {
    ...columns,
    mapping: known[0]?.mapping ?? guess,
    bankAccount: only?.bankAccount ?? null,
    currency: only?.currency ?? null,
  };
}

function fits({ mapping }: BankAccount, header: readonly string[]): boolean {
  if (!mapping) return false;
  const { dateFormat, decimal, ...columns } = mapping;
  return Object.values(columns).every((name) => name === null || header.includes(name));
}
