import { Waterfall } from "#components/chart/waterfall.tsx";
import { sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { type StepKey, settlementSteps } from "#components/settlements/steps.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { VIEW_KEY } from "./row-filters.ts";

/** The rows behind a step, by their types. */
const TYPES_OF: Partial<Record<StepKey, string>> = {
  gross: "charge",
  interchange: "charge",
  scheme_fee: "charge",
  markup: "charge",
  commission: "charge",
  refunds: "refund",
  chargebacks: "dispute",
  adjustments: "refund_failure,dispute_reversal,settlement_failure,payment_failure,adjustment",
};

/** How gross became net. Each step leads to the rows it is made of. */
export function SettlementWaterfall({ settlement }: { settlement: SettlementView }) {
  const { mode } = useSession();
  const { id, currency } = settlement;
  const sums = sumOf([settlement]);
  const rows = `/${mode}/settlements/${id}?${VIEW_KEY}=transactions`;
  const hrefOf = (key: StepKey) => (TYPES_OF[key] ? `${rows}&type=${TYPES_OF[key]}` : rows);
  return (
    <Waterfall
      title={waterfallFinding(sums, currency)}
      subtitle={`From gross to net, ${currency}; shares are of gross`}
      steps={settlementSteps(sums, hrefOf)}
      currency={currency}
    />
  );
}
