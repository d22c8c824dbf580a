import type { WaterfallStep } from "../chart/waterfall-steps.ts";
import type { Sums } from "./figures.ts";

export type StepKey =
  | "gross"
  | "interchange"
  | "scheme_fee"
  | "markup"
  | "commission"
  | "dispute_fees"
  | "refunds"
  | "chargebacks"
  | "adjustments"
  | "net";

/** The steps from gross to net. Parts of zero are left out; gross and net are always there. */
export function settlementSteps(
  sums: Sums,
  hrefOf: (key: StepKey) => string | undefined = () => undefined,
): WaterfallStep[] {
  const changes: readonly [StepKey, string, bigint][] = [
    ["interchange", "Interchange", -sums.interchange],
    ["scheme_fee", "Scheme fees", -sums.schemeFee],
    ["markup", "Markup", -sums.markup],
    ["commission", "Commission", -sums.commission],
    ["dispute_fees", "Dispute fees", -sums.disputeFees],
    ["refunds", "Refunds", -sums.refunds],
    ["chargebacks", "Chargebacks", -sums.chargebacks],
    ["adjustments", "Adjustments", sums.adjustments],
  ];
  const step = (key: StepKey, label: string, amount: bigint, kind: WaterfallStep["kind"]) => ({
    key,
    label,
    amount,
    kind,
    href: hrefOf(key),
  });
  return [
    step("gross", "Gross", sums.gross, "total"),
    ...changes
      .filter(([, , amount]) => amount !== 0n)
      .map(([key, label, amount]) => step(key, label, amount, "change")),
    step("net", "Net", sums.net, "total"),
  ];
}
