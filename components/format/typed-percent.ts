import { readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules, decimalText } from "./locale.ts";

/** Like an amount in euros, a percentage has two decimals. */
const TWO_DECIMALS = "EUR";

/** A typed percentage, with the account's separators, in basis points; NaN, which the server refuses, if it is none. */
export function typedBasisPoints(text: string): number {
  const { minor } = readAmount(currentRules(), text, TWO_DECIMALS);
  return minor === null ? Number.NaN : Number(minor);
}

/** Basis points as the account's people type a percentage. */
export const percentField = (bps: number): string => decimalText(String(bps / 100));
