import { decimalText } from "../format/locale.ts";
import type { Share } from "../format/rates.ts";

export { signed } from "../format/rates.ts";

/** The rates that a report of declines can show (lib/kernel/vocabulary/rates.ts). */
export const MEASURES = ["approval", "acceptance"] as const;
export type Measure = (typeof MEASURES)[number];

export type Counts = {
  approved: number;
  declined: number;
  authenticationFailed: number;
  abandoned: number;
};

/** The two counts behind the approval rate or the acceptance rate. */
export function shareOf(measure: Measure, counts: Counts | null): Share {
  if (!counts) return { part: 0, of: 0 };
  const { approved, declined, authenticationFailed, abandoned } = counts;
  const lost = measure === "approval" ? 0 : authenticationFailed + abandoned;
  return { part: approved, of: approved + declined + lost };
}

/** Payments that count against the rate. */
export function lostOf(measure: Measure, counts: Counts | null): number {
  const { part, of } = shareOf(measure, counts);
  return of - part;
}

export type Costs = {
  charges: number;
  amount: string;
  interchange: string;
  schemeFee: string;
  markup: string;
  commission: string;
};

export const COST_PARTS = ["interchange", "schemeFee", "markup", "commission"] as const;

/** The total cost in minor units. */
export function costOf(costs: Costs | null): bigint {
  if (!costs) return 0n;
  return COST_PARTS.reduce((sum, part) => sum + BigInt(costs[part]), 0n);
}

/** A cost in basis points of the charged amount; null if nothing was charged. */
export function basisPoints(cost: bigint, amount: string | undefined): number | null {
  const charged = BigInt(amount ?? 0);
  return charged === 0n ? null : Number((cost * 1_000_000n) / charged) / 100;
}

export const bpText = (value: number) => `${decimalText(value.toFixed(1))} bp`;
