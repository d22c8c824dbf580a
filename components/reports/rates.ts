/** "network" counts only the network's decisions, "acceptance" also payers who were lost at authentication. */
export const MEASURES = ["network", "acceptance"] as const;
export type Measure = (typeof MEASURES)[number];

export type Counts = {
  approved: number;
  declined: number;
  authenticationFailed: number;
  abandoned: number;
};

/** Approved and declined payments by measure. "network" has only payments that reached the network;
 *  "acceptance" also counts failed and abandoned authentications as declined. */
export function judgedBy(measure: Measure, counts: Counts | null) {
  if (!counts) return { approved: 0, declined: 0 };
  const { approved, declined, authenticationFailed, abandoned } = counts;
  return measure === "network"
    ? { approved, declined }
    : { approved, declined: declined + authenticationFailed + abandoned };
}

/** The rate in per cent; null (a gap, not zero) if no payment has an outcome. */
export function rateOf(measure: Measure, counts: Counts | null): number | null {
  const { approved, declined } = judgedBy(measure, counts);
  return approved + declined === 0 ? null : (100 * approved) / (approved + declined);
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

export const percent = (value: number) => `${value.toFixed(1)} %`;
export const points = (value: number) => `${Math.abs(value).toFixed(1)} points`;
export const bpText = (value: number) => `${value.toFixed(1)} bp`;

/** `+1.2`, `−0.4`, `±0.0`: a difference with its sign. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  if (text === "0.0") return "±0.0";
  return `${value > 0 ? "+" : "−"}${text}`;
}
